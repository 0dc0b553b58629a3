import { runStatement, type DatabaseSession, type Store, timeFromDatabase } from '../../db/database';

/* The advisory lock on a separate connection ends with the process, and lasts while its event loop is blocked. */
const CLASS = 7_262_002;
const isHeldBy = (id: string): string => `l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.classid = ${CLASS} and l.objid = hashtext(${id})::oid
    and l.database = (select oid from pg_database where datname = current_database())`;
const KEPT = `select exists (select 1 from pg_locks l where l.pid = pg_backend_pid() and ${isHeldBy('$1')})`;

/** Also acquires the lock. True when the connection already had it. */
export async function lockNode(session: DatabaseSession, id: string): Promise<boolean> {
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

export async function readNodes(
  session: DatabaseSession,
): Promise<{ now: number; nodes: { id: string; silentMs: number }[] }> {
  const rows = await session.run(
    'select id, extract(epoch from now() - heartbeat_at) * 1000, clock_timestamp() from nodes order by id',
    [],
  );
  const nodes = rows.map(([id, silentMs]) => ({ id: String(id), silentMs: Number(silentMs) }));
  return { now: timeFromDatabase(rows[0]?.[2] ?? Number.NaN), nodes };
}

export async function lostNodes(store: Store, silentSeconds: number): Promise<string[]> {
  const rows = await runStatement(
    store,
    `select n.id from nodes n where n.heartbeat_at < now() - make_interval(secs => $1)
       and not exists (select 1 from pg_locks l where ${isHeldBy('n.id')})`,
    [silentSeconds],
  );
  return rows.map(([id]) => String(id));
}

export async function isNodeLost(store: Store, id: string, silentSeconds: number): Promise<boolean> {
  const [row] = await runStatement(
    store,
    `select exists (select 1 from nodes n where n.id = $1 and (n.heartbeat_at >= now() - make_interval(secs => $2)
       or exists (select 1 from pg_locks l where ${isHeldBy('n.id')})))`,
    [id, silentSeconds],
  );
  return row?.[0] !== true;
}

export async function leaveNode(store: Store, id: string): Promise<void> {
  await runStatement(store, 'delete from nodes where id = $1', [id]);
}
