import { formatNumber } from '../format';
import { shadeOf } from './steps';

/** What the shades stand for; the list beside the map has the numbers themselves. */
export function MapLegend({ unit, steps }: { unit: string; steps: readonly number[] }) {
  return (
    <figcaption className="map-legend dimmed" aria-hidden>
      {unit}
      {steps.map((from, at) => {
        const next = steps[at + 1];
        const until = next === undefined ? undefined : next - 1;
        return (
          <span key={from} className="numbers">
            <i className="map-swatch" data-shade={shadeOf(from, steps)} /> {formatNumber(from)}
            {until === undefined ? steps.length > 1 && '+' : until > from && `–${formatNumber(until)}`}
          </span>
        );
      })}
    </figcaption>
  );
}
