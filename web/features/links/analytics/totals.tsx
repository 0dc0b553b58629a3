import { formatNumber } from '../../../ui/format';
import type { Analytics, Counts } from './query';

import './analytics.css';

const FIGURES = [
  { name: 'clicks', label: 'Clicks' },
  { name: 'unique_clicks', label: 'Unique' },
  { name: 'bot_clicks', label: 'Bots' },
] as const satisfies { name: keyof Counts; label: string }[];

export function Totals({ of: { totals, previous } }: { of: Analytics }) {
  return (
    <div className="links-totals">
      {FIGURES.map(({ name, label }) => (
        <div key={name}>
          <div className="dimmed">{label}</div>
          <div className="links-figure numbers">{formatNumber(totals[name])}</div>
          {previous && <Trend now={totals[name]} then={previous[name]} isPlain={name === 'bot_clicks'} />}
        </div>
      ))}
    </div>
  );
}

/** More bots are neither good nor bad. */
function Trend({ now, then, isPlain }: { now: number; then: number; isPlain: boolean }) {
  const words = `${formatNumber(then)} before`;
  if (then === 0 || now === then) return <div className="dimmed">{words}</div>;
  const change = Math.round((now / then - 1) * 100);
  return (
    <div className="dimmed">
      <span data-trend={isPlain ? undefined : now > then ? 'up' : 'down'}>
        {now > then ? '+' : '−'}
        {formatNumber(Math.abs(change))} %
      </span>{' '}
      {words}
    </div>
  );
}
