import { useMemo, useState, type MouseEvent, type PointerEvent } from 'react';

import { Countries, Marks } from './countries';
import { MapLegend } from './legend';
import { MapTooltip, type Place } from './map-tooltip';
import { stepsUpTo } from './steps';
import { usePlaceOf } from './use-place-of';
import world from './world.json';

import '../chart/chart.css';
import './map.css';

interface WorldMapProps {
  /** What the map shows in one sentence, for those who do not see it. */
  label: string;
  /** What is counted. */
  unit: string;
  /** By ISO 3166-1 alpha-2. */
  values: ReadonlyMap<string, number>;
  /** Marked, such as those that are filtered by. */
  chosen: readonly string[];
  /** The country that is pointed to elsewhere, such as in a list. */
  pointed: string | undefined;
  onChoose: (code: string) => void;
}

const codeAt = (target: EventTarget): string | undefined =>
  target instanceof SVGElement ? target.dataset['country'] : undefined;

/** Countries in stronger shades for more. A list beside it is the form for keyboards and screen readers. */
export function WorldMap({ label, unit, values, chosen, pointed, onChoose }: WorldMapProps) {
  const [under, setUnder] = useState<Place>();
  const [box, elsewhere] = usePlaceOf(pointed);
  const steps = useMemo(() => stepsUpTo(Math.max(0, ...values.values())), [values]);
  const shown = under ?? elsewhere;

  const follow = ({ target, clientX, clientY, currentTarget }: PointerEvent) => {
    const code = codeAt(target);
    const { left, top, width } = currentTarget.getBoundingClientRect();
    setUnder(code === undefined ? undefined : { code, x: clientX - left, y: clientY - top, width });
  };
  const choose = ({ target }: MouseEvent) => {
    const code = codeAt(target);
    if (code !== undefined && (values.has(code) || chosen.includes(code))) onChoose(code);
  };

  return (
    <figure className="map">
      <div className="map-world" ref={box}>
        <svg
          viewBox={`0 0 ${world.width} ${world.height}`}
          role="img"
          aria-label={label}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setUnder(undefined)}
          onClick={choose}
        >
          <Countries values={values} steps={steps} />
          <Marks of={shown ? [...new Set([...chosen, shown.code])] : chosen} />
        </svg>
        {shown && <MapTooltip at={shown} unit={unit} value={values.get(shown.code) ?? 0} />}
      </div>
      <MapLegend unit={unit} steps={steps} />
    </figure>
  );
}
