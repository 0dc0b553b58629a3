import { runStatement, type Store, timeOf, timeValue } from '../../db/database';
import { engine } from '../../db/engine';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN = "status in ('queued', 'waiting')";
const SKIP = engine === 'postgres' ? ' for no key update skip locked' : '';

const places = (values: readonly unknown[], from: number): string =>
  values.map((_, index) => `$${index + from}`).join(', ');

/** Workspaces with open runs: a loose index scan, which reads one entry of each. */
const WORKSPACES = `with recursive t(w) as (
    select min(workspace_id) from rule_runs where ${OPEN}
    union all
    select (select min(workspace_id) from rule_runs where ${OPEN} and workspace_id > t.w) from t where t.w is not null
  )`;
/** With leases, of which there are few. */
const WAITING = `${WORKSPACES}
  select t.w, (select min(r.next_at) from rule_runs r where r.workspace_id = t.w and r.${OPEN})
    from t join workspaces w on w.id = t.w where w.state = 'active'
  union all
  select r.workspace_id, r.lease_until from rule_runs r join workspaces w on w.id = r.workspace_id
    where r.status = 'running' and r.lease_until >= $1 and w.state = 'active'`;

/** Active workspaces with runs to go on with, and when the first of each is due or its lease ends. */
export async function workspacesWithRuns(store: Store): Promise<{ lane: string; at: number }[]> {
  const rows = await runStatement(store, WAITING, [timeValue(0)]);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeOf(at) }));
}

const FREE = `update rule_runs set status = 'queued', lease_owner = null, lease_until = null, next_at = $2
  where workspace_id = $1 and status = 'running' and lease_until < $2`;

const CLAIM = `update rule_runs set status = 'running', lease_owner = $2, lease_until = $3, debounce_key = null,
    started_at = coalesce(started_at, $4), updated_at = $4, version = version + 1
  where id in (
    select id from rule_runs where workspace_id = $1 and ${OPEN} and next_at <= $4 order by next_at limit $5${SKIP})
  returning id`;

/**
 * Takes runs of a workspace that are due for one process, the longest due first; also those whose process is gone: what
 * they did is in the database, so they go on where they were. Returns their ids.
 */
export async function claimRuns(
  tx: Store,
  workspaceId: string,
  { owner, now, until, limit }: { owner: string; now: Date; until: Date; limit: number },
): Promise<string[]> {
  const at = timeValue(now.getTime());
  await runStatement(tx, FREE, [workspaceId, at]);
  const rows = await runStatement(tx, CLAIM, [workspaceId, owner, timeValue(until.getTime()), at, limit]);
  return rows.map(([id]) => String(id));
}

/** A rule whose time has come. */
export interface DueSchedule {
  id: string;
  workspaceId: string;
  at: Date;
}

const SCHEDULED = `status = 'active' and next_run_at is not null`;
const WITH_SCHEDULES = `with recursive t(w) as (
    select min(workspace_id) from rules where ${SCHEDULED}
    union all
    select (select min(workspace_id) from rules where ${SCHEDULED} and workspace_id > t.w) from t where t.w is not null
  )
  select t.w, (select min(r.next_run_at) from rules r where r.workspace_id = t.w and r.${SCHEDULED})
    from t join workspaces w on w.id = t.w where w.state = 'active'`;

/** Active workspaces with schedules, and when the first of each is due. */
export async function workspacesWithSchedules(store: Store): Promise<{ lane: string; at: number }[]> {
  const rows = await runStatement(store, WITH_SCHEDULES, []);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeOf(at) }));
}

/** Rules of a workspace with a schedule that are due, the longest due first. */
export async function dueSchedules(
  store: Store,
  workspaceId: string,
  now: Date,
  limit: number,
): Promise<DueSchedule[]> {
  const rows = await runStatement(
    store,
    `select id, next_run_at from rules
     where workspace_id = $1 and ${SCHEDULED} and next_run_at <= $2
     order by next_run_at, id limit $3`,
    [workspaceId, timeValue(now.getTime()), limit],
  );
  return rows.map(([id, at]) => ({ id: String(id), workspaceId, at: new Date(timeOf(at)) }));
}

/** Advances a schedule; false where another process has done so. */
export async function moveSchedule(
  tx: Store,
  { id, workspaceId, at }: DueSchedule,
  next: Date | null,
): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `update rules set next_run_at = $3
     where id = $1 and workspace_id = $4 and next_run_at = $2 and status = 'active' returning id`,
    [id, timeValue(at.getTime()), next === null ? null : timeValue(next.getTime()), workspaceId],
  );
  return rows.length > 0;
}

const LATER = (own: string): string =>
  `(case when ${own} > cast($2 as bigint) then ${own} else cast($2 as bigint) end) + cast($3 as bigint)`;

/**
 * Charges `costMs` to the rate of a rule and locks the rule until the commit. Returns when the rate is free again;
 * undefined where the rule is not active.
 */
export async function paceRule(
  tx: Store,
  { id, workspaceId }: { id: string; workspaceId: string },
  now: number,
  costMs: number,
): Promise<number | undefined> {
  const [row] = await runStatement(
    tx,
    `update rules set pace_ms = ${LATER('pace_ms')}
     where id = $1 and workspace_id = $4 and status = 'active' returning pace_ms`,
    [id, now, costMs, workspaceId],
  );
  return row && Number(row[0]);
}

export async function paceWorkspace(tx: Store, workspaceId: string, now: number, costMs: number): Promise<number> {
  const [row] = await runStatement(
    tx,
    `insert into rule_paces (workspace_id, pace_ms) values ($1, cast($2 as bigint) + cast($3 as bigint))
     on conflict (workspace_id) do update set pace_ms = ${LATER('rule_paces.pace_ms')} returning pace_ms`,
    [workspaceId, now, costMs],
  );
  return Number(row?.[0] ?? now + costMs);
}

/** Runs of a workspace that have not started, counted up to `most`. */
export async function countOpenRuns(tx: Store, workspaceId: string, most: number): Promise<number> {
  const [row] = await runStatement(
    tx,
    `select count(*) from (select 1 from rule_runs where workspace_id = $1 and ${OPEN} limit $2) open`,
    [workspaceId, most],
  );
  return Number(row?.[0] ?? 0);
}

/** Rules in the chains of causes of these runs; purged runs have none. */
export async function chainsOf(
  store: Store,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await runStatement(
    store,
    `select id, chain from rule_runs where workspace_id = $1 and id in (${places(runIds, 2)})`,
    [workspaceId, ...runIds],
  );
  return new Map(
    rows.map(([id, chain]) => [String(id), (typeof chain === 'string' ? JSON.parse(chain) : chain) as string[]]),
  );
}

/** Runs of rules that ended in a period, by rule and status. */
export async function countEndedRuns(
  store: Store,
  workspaceId: string,
  ruleIds: readonly string[],
  since: Date,
): Promise<Map<string, { succeeded: number; failed: number }>> {
  const counts = new Map(ruleIds.map((id) => [id, { succeeded: 0, failed: 0 }]));
  if (ruleIds.length === 0) return counts;
  const rows = await runStatement(
    store,
    `select rule_id, status, count(*) from rule_runs
     where workspace_id = $1 and status in ('succeeded', 'failed') and finished_at > $2
       and rule_id in (${places(ruleIds, 3)}) group by rule_id, status`,
    [workspaceId, timeValue(since.getTime()), ...ruleIds],
  );
  for (const [id, status, count] of rows) {
    const of = counts.get(String(id));
    if (of) of[status as 'succeeded' | 'failed'] = Number(count);
  }
  return counts;
}

export async function purgeRuleRuns(store: Store, before: Date, limit: number): Promise<number> {
  const rows = await runStatement(
    store,
    `delete from rule_runs where id in (
       select id from rule_runs where created_at < $1 and status in ('succeeded', 'failed', 'canceled')
       order by created_at limit $2) returning id`,
    [timeValue(before.getTime()), limit],
  );
  return rows.length;
}

/** How long the oldest waiting run has been due, in milliseconds; 0 where none is. */
export async function longestDue(store: Store, now: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `${WORKSPACES}
     select min((select min(r.next_at) from rule_runs r where r.workspace_id = t.w and r.${OPEN}))
     from t join workspaces w on w.id = t.w where w.state = 'active'`,
    [],
  );
  return row?.[0] === null || row?.[0] === undefined ? 0 : Math.max(0, now - timeOf(row[0]));
}
