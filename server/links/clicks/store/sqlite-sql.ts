import { sqlitePositions } from '../../../db/sql-text';
import type { SqliteConnection } from '../../../db/sqlite/connection';
import { idOfBytes, uuidBytes } from '../../../db/uuid';
import type { ClickSql, ClickValue } from './sql';

export function sqliteSql(connection: SqliteConnection): ClickSql {
  const sql: ClickSql = {
    run: (text, params = []) => connection.run(sqlitePositions(text), [...params]),
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
