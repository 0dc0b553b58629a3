import type { Series } from './scale';

interface MarksProps {
  series: readonly Series[];
  /** Of bars: where each begins and ends. */
  stacked: [from: number, to: number][][] | undefined;
  before: readonly number[] | undefined;
  at: number | undefined;
  count: number;
  /** The width that one bar may take. */
  slot: number;
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

const MAX_BAR = 40;

export function Marks({ series, stacked, before, at, count, slot, xOf, yOf }: MarksProps) {
  const path = (values: readonly number[]) =>
    values
      .slice(0, count)
      .map((value, index) => `${index === 0 ? 'M' : 'L'}${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`)
      .join('');
  const bar = Math.max(1, Math.min(MAX_BAR, slot * 0.72));

  return (
    <>
      {at !== undefined && (
        <line className="chart-at" x1={xOf(at)} x2={xOf(at)} y1={yOf(0)} y2={0} strokeWidth={stacked ? slot : 1} />
      )}
      {stacked?.map((bars, index) => (
        <g key={series[index]?.name} className="chart-bars" data-tone={series[index]?.tone}>
          {bars.map(([from, to], place) =>
            to > from ? (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- the bars never change their places
                key={place}
                x={xOf(place) - bar / 2}
                y={yOf(to)}
                width={bar}
                height={Math.max(1, yOf(from) - yOf(to))}
              />
            ) : null,
          )}
        </g>
      ))}
      {before && <path className="chart-before" d={path(before)} />}
      {!stacked &&
        series.map(({ name, tone, values }, index) => (
          <g key={name} data-tone={tone} className="chart-line">
            {index === 0 && count > 1 && (
              <path
                className="chart-area"
                d={`${path(values)}L${xOf(count - 1).toFixed(1)} ${yOf(0)}L${xOf(0).toFixed(1)} ${yOf(0)}Z`}
              />
            )}
            <path d={path(values)} />
            {count === 1 && <circle cx={xOf(0)} cy={yOf(values[0] ?? 0)} r={3} />}
            {at !== undefined && <circle cx={xOf(at)} cy={yOf(values[at] ?? 0)} r={4} />}
          </g>
        ))}
    </>
  );
}
