import { formatDuration } from '../../../../ui/format';
import type { Attempt } from '../labels';
import { phasesOf } from './phases';
import { t } from './texts';

interface AttemptBarProps {
  of: Pick<Attempt, 'dns_ms' | 'connect_ms' | 'tls_ms' | 'first_byte_ms' | 'total_ms'>;
  maxMs: number;
}

export function AttemptBar({ of, maxMs }: AttemptBarProps) {
  const phases = phasesOf(of);
  return (
    <div className="deliveries-times">
      <div className="deliveries-bar" aria-hidden>
        {phases.map(({ name, ms }) => (
          <span key={name} data-phase={name} style={{ width: `${(ms / maxMs) * 100}%` }} />
        ))}
      </div>
      <ul className="deliveries-legend">
        {phases.map(({ name, label, ms }) => (
          <li key={name} data-phase={name}>
            {label} <span className="numbers">{formatDuration(ms)}</span>
          </li>
        ))}
        <li>
          {t('total')} <span className="numbers">{formatDuration(of.total_ms)}</span>
        </li>
      </ul>
    </div>
  );
}
