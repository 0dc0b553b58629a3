import { runStatement, type Store, timeOf } from '../../db/database';

/** Heartbeat of a process, by the database’s clock. PostgreSQL only. */
export async function beat(store: Store, id: string): Promise<void> {
  await runStatement(
    store,
    `insert into nodes (id, started_at, heartbeat_at) values ($1, now(), now())
     on conflict (id) do update set heartbeat_at = now()`,
    [id],
  );
}

/** Live processes, and the database’s clock in milliseconds. PostgreSQL only. */
export async function livingNodes(store: Store, deadAfterSeconds: number): Promise<{ ids: string[]; now: number }> {
  const rows = await runStatement(
    store,
    `select id, clock_timestamp() from nodes where heartbeat_at > now() - make_interval(secs => $1) order by id`,
    [deadAfterSeconds],
  );
  return { ids: rows.map(([id]) => String(id)), now: timeOf(rows[0]?.[1] ?? Number.NaN) };
}

export async function leave(store: Store, id: string): Promise<void> {
  await runStatement(store, 'delete from nodes where id = $1', [id]);
}

/** Notifies other processes. Outside of transactions, since NOTIFY serialises all commits of the database. */
export async function announce(store: Store, channel: string, text: string): Promise<void> {
  await runStatement(store, 'select pg_notify($1, $2)', [channel, text]);
}
