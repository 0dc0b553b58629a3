import { runStatement, type Session, type Store } from '../../db/database';

/*
 * Each process has a row, and an advisory lock on a separate connection: the lock ends with the process, and stays
 * while its event loop is blocked.
 */
const CLASS = 7_262_002;
const isHeldBy = (id: string): string => `l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.classid = ${CLASS} and l.objid = hashtext(${id})::oid
    and l.database = (select oid from pg_database where datname = current_database())`;
const KEPT = `select exists (select 1 from pg_locks l where l.pid = pg_backend_pid() and ${isHeldBy('$1')})`;

/** Heartbeat; also takes the lock. True when the connection had it already. */
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

export async function countNodes(session: Session, withinSeconds: number): Promise<number> {
  const [row] = await session.run(
    'select count(*) from nodes where heartbeat_at >= now() - make_interval(secs => $1)',
    [withinSeconds],
  );
  return Number(row?.[0] ?? 0);
}

/** Processes without a heartbeat for that long, whose connection has ended. */
export async function lostNodes(store: Store, silentSeconds: number): Promise<string[]> {
  const rows = await runStatement(
    store,
    `select n.id from nodes n where n.heartbeat_at < now() - make_interval(secs => $1)
       and not exists (select 1 from pg_locks l where ${isHeldBy('n.id')})`,
    [silentSeconds],
  );
  return rows.map(([id]) => String(id));
}

/** Whether a process has ended: it signed off, or it has no heartbeat for that long and no connection. */
export async function isNodeLost(store: Store, id: string, silentSeconds: number): Promise<boolean> {
  const [row] = await runStatement(
    store,
    `select exists (select 1 from nodes n where n.id = $1 and (n.heartbeat_at >= now() - make_interval(secs => $2)
       or exists (select 1 from pg_locks l where ${isHeldBy('n.id')})))`,
    [id, silentSeconds],
  );
  return row?.[0] !== true;
}

/** Leases by table: the expression that ends a lease, and the affected rows. */
// Due rows are found without it; the rest are few rows of an index.
const LEASES = [
  ['wa_messages', 'id', 'lease_until = created_at, due_at = created_at', `status = 'sending' and due_at > now()`],
  ['wa_provider_raw', 'seq', 'next_try_at = created_at', 'parsed_at is null and next_try_at > now()'],
  ['wa_media', 'id', 'lease_until = created_at', 'next_try_at is not null and lease_until > now()'],
  ['link_imports', 'id', 'lease_until = created_at', `status = 'running'`],
  ['publication_deliveries', 'id', 'lease_until = created_at', `status = 'sending'`],
  ['rule_runs', 'id', 'lease_until = created_at', `status = 'running'`],
] as const;

/** Ends the leases of a process that ended, so that they are found as expired. */
export async function buryNode(store: Store, id: string): Promise<void> {
  for (const [table, key, end, meant] of LEASES) {
    // A locked row has been found already.
    await runStatement(
      store,
      `update ${table} set ${end} where ${key} in (
         select ${key} from ${table} where lease_owner = $1 and ${meant} for update skip locked)`,
      [id],
    );
  }
  // Webhooks of a process without a row get other owners, and its deliveries count as lost.
  await leaveNode(store, id);
}

export async function leaveNode(store: Store, id: string): Promise<void> {
  await runStatement(store, 'delete from nodes where id = $1', [id]);
}

/** Deletes old rows of processes. */
export async function purgeNodes(store: Store): Promise<void> {
  await runStatement(store, `delete from nodes where heartbeat_at < now() - interval '1 hour'`, []);
}
