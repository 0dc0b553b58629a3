import { formatDuration, formatNumber } from '../../ui/format';
import { sumOf, type Usage } from './sums';
import { t } from './texts';

import './usage.css';

export function UsageTotals({ of }: { of: Usage }) {
  const sum = sumOf('', of.data);
  const figures = [
    { label: t('requests'), value: formatNumber(sum.requests) },
    { label: t('clientErrors'), value: formatNumber(sum.refused) },
    { label: t('serverErrors'), value: formatNumber(sum.failed) },
    { label: t('rateLimited'), value: formatNumber(sum.limited) },
    { label: t('meanTime'), value: sum.requests === 0 ? '–' : formatDuration(sum.mean) },
  ];
  return (
    <dl className="usage-totals">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
