import { runStatement, type Session, type Store } from '../database';

/*
 * Processes of one PostgreSQL. Each has a row, and a lock that lies on a connection of its own, so that the lock ends
 * with the process and outlasts a loop that stands still.
 */
const CLASS = 7_262_002;
const isHeldBy = (id: string): string => `l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.classid = ${CLASS} and l.objid = hashtext(${id})::oid
    and l.database = (select oid from pg_database where datname = current_database())`;
const KEPT = `select exists (select 1 from pg_locks l where l.pid = pg_backend_pid() and ${isHeldBy('$1')})`;

/** Says that a process lives, and takes its lock; true when the connection had it already. */
export async function holdNode(session: Session, id: string): Promise<boolean> {
  const [kept] = await session.run(KEPT, [id]);
  const isKept = kept?.[0] === true;
  if (!isKept) await session.run(`select pg_try_advisory_lock(${CLASS}, hashtext($1))`, [id]);
  await session.run(
    `insert into nodes (id, started_at, heartbeat_at) values ($1, now(), now())
     on conflict (id) do update set heartbeat_at = now()`,
    [id],
  );
  return isKept;
}

/** Processes that were heard of within so many seconds. */
export async function countNodes(session: Session, withinSeconds: number): Promise<number> {
  const [row] = await session.run(
    'select count(*) from nodes where heartbeat_at >= now() - make_interval(secs => $1)',
    [withinSeconds],
  );
  return Number(row?.[0] ?? 0);
}

/** Processes of which nothing was heard for so long, and whose connection is gone. */
export async function lostNodes(store: Store, silentSeconds: number): Promise<string[]> {
  const rows = await runStatement(
    store,
    `select n.id from nodes n where n.heartbeat_at < now() - make_interval(secs => $1)
       and not exists (select 1 from pg_locks l where ${isHeldBy('n.id')})`,
    [silentSeconds],
  );
  return rows.map(([id]) => String(id));
}

/** Whether nothing was heard of a process for so long and its connection is gone, or it signed off. */
export async function isNodeLost(store: Store, id: string, silentSeconds: number): Promise<boolean> {
  const [row] = await runStatement(
    store,
    `select exists (select 1 from nodes n where n.id = $1 and (n.heartbeat_at >= now() - make_interval(secs => $2)
       or exists (select 1 from pg_locks l where ${isHeldBy('n.id')})))`,
    [id, silentSeconds],
  );
  return row?.[0] !== true;
}

/** What a process had leased, by table: how a lease ends by any clock, and which rows are meant. */
// What is due already is found without it; the rest is few rows of an index, however many wait.
const LEASES = [
  ['wa_messages', 'id', 'lease_until = created_at, due_at = created_at', `status = 'sending' and due_at > now()`],
  ['wa_provider_raw', 'seq', 'next_try_at = created_at', 'parsed_at is null and next_try_at > now()'],
  ['wa_media', 'id', 'lease_until = created_at', 'next_try_at is not null and lease_until > now()'],
  ['link_imports', 'id', 'lease_until = created_at', `status = 'running'`],
  ['publication_deliveries', 'id', 'lease_until = created_at', `status = 'sending'`],
  ['rule_runs', 'id', 'lease_until = created_at', `status = 'running'`],
] as const;

/** A process is gone: its leases end now, so that whoever looks for leases that ran out finds them. */
export async function buryNode(store: Store, id: string): Promise<void> {
  for (const [table, key, end, meant] of LEASES) {
    // Whoever holds a row has found it already.
    await runStatement(
      store,
      `update ${table} set ${end} where ${key} in (
         select ${key} from ${table} where lease_owner = $1 and ${meant} for update skip locked)`,
      [id],
    );
  }
  // Webhooks of a process that is in no row have other owners, and its deliveries are lost.
  await leaveNode(store, id);
}

export async function leaveNode(store: Store, id: string): Promise<void> {
  await runStatement(store, 'delete from nodes where id = $1', [id]);
}

/** Forgets processes that nobody buried. */
export async function purgeNodes(store: Store): Promise<void> {
  await runStatement(store, `delete from nodes where heartbeat_at < now() - interval '1 hour'`, []);
}
