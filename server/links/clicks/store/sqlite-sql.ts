import type { SqliteConnection } from '../../../db/sqlite-connection';
import { idOfBytes, uuidBytes } from '../../../db/uuid';
import type { ClickSql, ClickValue } from './sql';

/** SQLite reads `$1` as a name and binds in order of first use; `?1` is a position. */
const texts = new Map<string, string>();
const numbered = (text: string): string => {
  let own = texts.get(text);
  if (own === undefined) texts.set(text, (own = text.replaceAll(/\$(\d+)/g, '?$1')));
  return own;
};

export function sqliteSql(connection: SqliteConnection): ClickSql {
  const sql: ClickSql = {
    run: async (text, params = []) => connection.run(numbered(text), [...params]),
    id: uuidBytes,
    idOf: (prefix, value) => idOfBytes(prefix, value as Uint8Array),
    time: (milliseconds): ClickValue => milliseconds,
    timeOf: Number,
    async transaction(work) {
      connection.run('begin immediate');
      try {
        const result = await work(sql);
        connection.run('commit');
        return result;
      } catch (error) {
        if (connection.inTransaction) connection.run('rollback');
        throw error;
      }
    },
  };
  return sql;
}
