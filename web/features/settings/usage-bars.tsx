import type { Outputs } from '../../trpc';
import { formatCount, formatUtc } from '../../ui/format';

const STEP = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const HEIGHT = 100;
const FILL = { good: 'var(--mantine-primary-color-filled)', bad: 'var(--mantine-color-red-filled)' };

/** Requests over time; the part that was refused or failed is red. The table below it says the same in numbers. */
export function UsageBars({ usage }: { usage: Outputs['usage']['get'] }) {
  const step = STEP[usage.granularity];
  const start = Date.parse(usage.from);
  const count = Math.max(1, Math.ceil((Date.parse(usage.to) - start) / step));
  const points = new Map(usage.data.map((point) => [Date.parse(point.starts_at), point]));
  const most = Math.max(1, ...usage.data.map(({ requests }) => requests));
  const total = usage.data.reduce((sum, { requests }) => sum + requests, 0);
  const tall = (requests: number) => (requests / most) * (HEIGHT - 2);

  return (
    <>
      <svg
        className="settings-bars"
        viewBox={`0 0 ${count * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${formatCount(total, 'request')} from ${formatUtc(usage.from)} to ${formatUtc(usage.to)}, at most ${most} in one ${usage.granularity}`}
      >
        <line x1="0" x2={count * 10} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        {Array.from({ length: count }, (_, index) => {
          const at = start + index * step;
          const point = points.get(at);
          if (!point) return null;
          const bad = point.errors_4xx + point.errors_5xx;
          return (
            <g key={at}>
              <title>
                {formatUtc(new Date(at))}: {formatCount(point.requests, 'request')}, {bad} refused or failed
              </title>
              <rect
                x={index * 10 + 1}
                width={8}
                y={HEIGHT - tall(point.requests)}
                height={tall(point.requests - bad)}
                fill={FILL.good}
              />
              <rect x={index * 10 + 1} width={8} y={HEIGHT - tall(bad)} height={tall(bad)} fill={FILL.bad} />
            </g>
          );
        })}
      </svg>
      <div className="settings-legend">
        <span>
          <span className="settings-swatch" style={{ background: FILL.good }} />
          Answered
        </span>
        <span>
          <span className="settings-swatch" style={{ background: FILL.bad }} />
          Refused or failed
        </span>
        <span className="dimmed">
          {formatUtc(usage.from)} to {formatUtc(usage.to)}
        </span>
      </div>
    </>
  );
}
