import { runStatement, type Store, timeOf } from '../database';

/** Says that a process lives, by the database’s clock. PostgreSQL only. */
export async function beat(store: Store, id: string): Promise<void> {
  await runStatement(
    store,
    `insert into nodes (id, started_at, heartbeat_at) values ($1, now(), now())
     on conflict (id) do update set heartbeat_at = now()`,
    [id],
  );
}

/** The processes that live, and the database’s clock in milliseconds. PostgreSQL only. */
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

/** Tells other processes; outside every transaction, in which it would put all commits of the database in a row. */
export async function announce(store: Store, channel: string, text: string): Promise<void> {
  await runStatement(store, 'select pg_notify($1, $2)', [channel, text]);
}
