import { runStatement, type Store } from '../database';

/** Says that a process lives, by the database’s clock, and returns the ids of all that do. PostgreSQL only. */
export async function beat(store: Store, id: string, deadAfterSeconds: number): Promise<string[]> {
  await runStatement(
    store,
    `insert into nodes (id, started_at, heartbeat_at) values ($1, now(), now())
     on conflict (id) do update set heartbeat_at = now()`,
    [id],
  );
  await runStatement(store, `delete from nodes where heartbeat_at < now() - interval '1 hour'`, []);
  const rows = await runStatement(
    store,
    'select id from nodes where heartbeat_at > now() - make_interval(secs => $1) order by id',
    [deadAfterSeconds],
  );
  return rows.map(([one]) => String(one));
}

export async function leave(store: Store, id: string): Promise<void> {
  await runStatement(store, 'delete from nodes where id = $1', [id]);
}

/** Tells other processes; outside every transaction, in which it would put all commits of the database in a row. */
export async function announce(store: Store, channel: string, text: string): Promise<void> {
  await runStatement(store, 'select pg_notify($1, $2)', [channel, text]);
}
