import { formatNumber } from '../format';
import { Country } from '../icons/flag';

export interface Place {
  code: string;
  /** In pixels of the map, which is `width` wide. */
  x: number;
  y: number;
  width: number;
}

/** Beside the country, on the side that has room. */
export function MapTooltip({ at: { code, x, y, width }, unit, value }: { at: Place; unit: string; value: number }) {
  return (
    <div
      className="chart-tooltip map-tooltip"
      style={{ top: y, ...(x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }) }}
    >
      <strong>
        <Country code={code} />
      </strong>
      <div>
        {unit} <span className="numbers">{formatNumber(value)}</span>
      </div>
    </div>
  );
}
