import { engine } from './engine';

const isPostgres = engine === 'postgres';

/** Changes that keep keys do not conflict with foreign keys; SQLite has one writer and needs no lock. */
export const FOR_UPDATE = isPostgres ? ' for no key update' : '';

export const FOR_SHARE = isPostgres ? ' for share' : '';

export const FOR_UPDATE_SKIP_LOCKED = isPostgres ? ' for no key update skip locked' : '';

export const NOW = isPostgres ? 'now()' : `(cast(unixepoch('subsec') * 1000 as integer))`;

export const jsonColumn = (place: string): string => (isPostgres ? `${place}::text::jsonb` : place);

export const jsonValues = (place: string, type: string): string =>
  isPostgres
    ? `select value::${type} from jsonb_array_elements_text(${place}::text::jsonb) as list(value)`
    : `select value from json_each(${place})`;

/** `names` must be constants. */
export const jsonPart = (column: string, names: readonly string[]): string =>
  isPostgres ? `${column}::json #>> '{${names.join()}}'` : `${column} ->> '$.${names.join('.')}'`;

export const earlier = (time: string, place: string): string =>
  isPostgres ? `${time} - make_interval(secs => ${place} / 1000.0)` : `${time} - ${place}`;

export const quarterColumn = (time: string): string =>
  isPostgres ? `floor(extract(epoch from ${time}) / 900)` : `${time} / 900000`;

/** PostgreSQL would use a collation, unlike the application. */
export const byBytes = (text: string): string => (isPostgres ? `${text} collate "C"` : text);

export const textContains = (text: string, part: string): string =>
  isPostgres ? `strpos(${text}, ${part}) > 0` : `instr(${text}, ${part}) > 0`;

/** Hides a column from SQLite’s planner, which has no statistics and would search by workspace instead of by the rest. */
export const unsought = (column: string): string => (isPostgres ? column : `+${column}`);

/** `runStatement` expects numbered values, unlike drizzle. */
export const numberedValues = (text: string): string => {
  let number = 0;
  return isPostgres ? text : text.replaceAll('?', () => `$${(number += 1)}`);
};
