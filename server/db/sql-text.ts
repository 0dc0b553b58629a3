export const placeholders = (values: { readonly length: number }, from = 1): string =>
  Array.from({ length: values.length }, (_, index) => `$${index + from}`).join(', ');

interface DistinctValues {
  table: string;
  column: string;
  where?: string;
  /** A placeholder: only values above it. */
  after?: string;
}

/** A loose index scan, as `distinct` would read every row: `t(value)` has the values and a final null. */
export function withDistinctValues({ table, column, where, after }: DistinctValues): string {
  const next = (above?: string): string => {
    const conditions = [where, above && `${column} > ${above}`].filter((one) => one !== undefined);
    return `select min(${column}) from ${table}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
  };
  return `with recursive t(value) as (
    ${next(after)} union all select (${next('t.value')}) from t where t.value is not null
  )`;
}

const sqliteTexts = new Map<string, string>();
const MAX_TEXTS = 2000;
const MAX_KEPT_LENGTH = 5000;

/** SQLite reads `$1` as a name and binds in order of first use; `?1` is a position. */
export const sqlitePositions = (text: string): string => {
  let own = sqliteTexts.get(text);
  if (own !== undefined) return own;
  own = text.replaceAll(/\$(\d+)/g, '?$1');
  if (text.length > MAX_KEPT_LENGTH) return own;
  if (sqliteTexts.size >= MAX_TEXTS) sqliteTexts.clear();
  sqliteTexts.set(text, own);
  return own;
};
