/** `$from, $from+1, …`: one for each value. */
export const placeholders = (values: { readonly length: number }, from = 1): string =>
  Array.from({ length: values.length }, (_, index) => `$${index + from}`).join(', ');

interface DistinctValues {
  table: string;
  column: string;
  where?: string;
  /** A placeholder: only values above it. */
  after?: string;
}

/**
 * Begins a statement: `t(value)` has the different values of a column, and null at the end. Each is found by one look
 * into an index, where `distinct` would read every row.
 */
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

/** SQLite reads `$1` as a name and binds in order of first use; `?1` is a position. */
export const sqlitePositions = (text: string): string => {
  let own = sqliteTexts.get(text);
  if (own === undefined) sqliteTexts.set(text, (own = text.replaceAll(/\$(\d+)/g, '?$1')));
  return own;
};
