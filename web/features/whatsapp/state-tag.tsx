import { Tag } from '../../ui/tag';
import { REASONS, STATUS_LABELS, toneOf, type Instance } from './labels';

export function StateTag({ of, hasReason = false }: { of: Instance; hasReason?: boolean }) {
  const { status, status_reason: reason } = of;
  return (
    <span className="wa-state">
      <Tag tone={toneOf(of)} dot>
        {STATUS_LABELS[status].label}
      </Tag>
      {hasReason && reason !== null && <span className="dimmed">{REASONS[reason].short}</span>}
    </span>
  );
}
