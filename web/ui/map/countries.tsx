import { memo } from 'react';

import { shadeOf } from './steps';
import world from './world.json';

const PATHS: Readonly<Record<string, string>> = world.countries;
const isPoint = (path: string): boolean => path.endsWith('h0');
/** Points above land. */
const SHAPES = Object.entries(PATHS)
  .map(([code, path]) => ({ code, path, isPoint: isPoint(path) }))
  .toSorted((one, other) => Number(one.isPoint) - Number(other.isPoint));

interface CountriesProps {
  values: ReadonlyMap<string, number>;
  steps: readonly number[];
}

export const Countries = memo(function Countries({ values, steps }: CountriesProps) {
  return SHAPES.filter((shape) => !shape.isPoint || values.has(shape.code)).map((shape) => (
    <path
      key={shape.code}
      d={shape.path}
      data-country={shape.code}
      data-shade={shadeOf(values.get(shape.code) ?? 0, steps)}
      data-point={shape.isPoint || undefined}
    />
  ));
});

/** The outline of countries that are pointed to or chosen, above all others. */
export const Marks = ({ of }: { of: readonly string[] }) =>
  of.map((code) => {
    const path = PATHS[code];
    return path === undefined ? null : (
      <path key={code} d={path} className="map-mark" data-point={isPoint(path) || undefined} />
    );
  });
