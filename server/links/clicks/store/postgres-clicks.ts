import { openPool } from '../../../db/postgres/pool';
import { openPostgresDrain, postgresSql } from './postgres-drain';
import type { ClickSql } from './sql';
import { type ClickEngine, createClickStore, type SharedState } from './store';

export const postgresClicks = (url: string): ClickEngine => ({
  openReader() {
    const pool = openPool({ url, max: 2, connection: { default_transaction_read_only: 'on' } });
    return { ...postgresSql(pool), close: () => pool.close() };
  },
  openStore(writes) {
    const pool = openPool({ url, max: 2 });
    const sql = postgresSql(pool);
    return createClickStore({ ...sql, close: () => pool.close() }, writes, sharedState(sql));
  },
  openDrain: () => openPostgresDrain(url),
});

const sharedState = (sql: ClickSql): SharedState => ({
  sharedUses: {
    async consume(workspaceId, linkId, max) {
      const [row] = await sql.run(
        `insert into link_uses (link_id, workspace_id, used) values ($1, $2, 1)
         on conflict (link_id) do update set used = link_uses.used + 1 where link_uses.used < $3 returning used`,
        [sql.id(linkId), sql.id(workspaceId), max],
      );
      return row === undefined ? undefined : Number(row[0]);
    },
    async undo(linkId) {
      await sql.run('update link_uses set used = used - 1 where link_id = $1 and used > 0', [sql.id(linkId)]);
    },
  },

  async oldestWaiting() {
    const [row] = await sql.run('select created_at from click_journal order by id limit 1');
    return row === undefined ? null : sql.timeOf(row[0]);
  },

  async waitingBytes() {
    const [row] = await sql.run('select sum(octet_length(sealed)) from click_journal');
    return Number(row?.[0] ?? 0);
  },
});
