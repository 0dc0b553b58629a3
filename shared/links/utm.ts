import { UTM_FIELDS, type UtmField, type UtmValues } from './clicks';

const parameterOf = (field: UtmField): string => (field === 'ref' ? 'ref' : `utm_${field}`);

/** The first value of each parameter counts. */
export function utmOf(url: string): UtmValues {
  if (!url.includes('?')) return {};
  const parameters = new URL(url).searchParams;
  return Object.fromEntries(
    UTM_FIELDS.flatMap((field) => {
      const value = parameters.get(parameterOf(field));
      return value === null || value === '' ? [] : [[field, value]];
    }),
  );
}

/** Null removes a parameter; other parameters stay as they are. */
export function withUtm(url: string, utm: { [F in UtmField]?: string | null | undefined }): string {
  const given = UTM_FIELDS.filter((field) => utm[field] !== undefined);
  if (given.length === 0) return url;
  const names = new Set(given.map(parameterOf));
  const next = new URL(url);

  // `URLSearchParams` would encode the other parameters differently.
  const kept = next.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names.has(nameOf(pair)));
  const added = given.flatMap((field) => {
    const value = utm[field];
    return typeof value === 'string' ? [`${parameterOf(field)}=${encodeURIComponent(value)}`] : [];
  });
  next.search = [...kept, ...added].join('&');
  return next.href;
}

const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';
