const WIDTH = 120;
const HEIGHT = 32;

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / max) * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <svg className="overview-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
      <title>{`${label}: at most ${Math.max(...values, 0)}`}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
