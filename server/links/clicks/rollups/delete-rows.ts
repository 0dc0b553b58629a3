import type { ClickSql, ClickValue } from '../store/sql';

const ROWS = 2000;

export async function deleteRowsInSlices(
  store: ClickSql,
  table: string,
  key: string,
  where: string,
  values: readonly ClickValue[],
  hasTime: () => boolean,
): Promise<boolean> {
  const text = `delete from ${table} where (${key}) in (select ${key} from ${table} where ${where} limit ${ROWS}) returning 1`;
  for (;;) {
    if ((await store.run(text, values)).length < ROWS) return true;
    if (!hasTime()) return false;
  }
}
