import { formatDuration, formatNumber } from '../../ui/format';
import { sumOf, type Usage } from './sums';

import './usage.css';

export function UsageTotals({ of }: { of: Usage }) {
  const sum = sumOf('', of.data);
  const figures = [
    { label: 'Requests', value: formatNumber(sum.requests) },
    { label: 'Refused (4xx)', value: formatNumber(sum.refused) },
    { label: 'Failed (5xx)', value: formatNumber(sum.failed) },
    { label: 'Over the rate limit', value: formatNumber(sum.limited) },
    { label: 'Mean time', value: sum.requests === 0 ? '–' : formatDuration(sum.mean) },
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
