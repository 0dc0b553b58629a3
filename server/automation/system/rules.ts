import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED } from '../../db/dialect';
import { OPEN, SCHEDULED } from '../queries/rule-runs';

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

export async function workspacesWithRuns(store: Store): Promise<{ lane: string; at: number }[]> {
  const rows = await runStatement(store, WAITING, [timeValue(0)]);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
}

const FREE = `update rule_runs set status = 'queued', lease_owner = null, lease_until = null, next_at = $2
  where workspace_id = $1 and status = 'running' and lease_until < $2`;

const CLAIM = `update rule_runs set status = 'running', lease_owner = $2, lease_until = $3, debounce_key = null,
    started_at = coalesce(started_at, $4), updated_at = $4, version = version + 1
  where id in (
    select id from rule_runs where workspace_id = $1 and ${OPEN} and next_at <= $4 order by next_at limit $5${FOR_UPDATE_SKIP_LOCKED})
  returning id`;

/** Leases due runs, longest due first, including runs of processes that ended. Returns their ids. */
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

const WITH_SCHEDULES = `with recursive t(w) as (
    select min(workspace_id) from rules where ${SCHEDULED}
    union all
    select (select min(workspace_id) from rules where ${SCHEDULED} and workspace_id > t.w) from t where t.w is not null
  )
  select t.w, (select min(r.next_run_at) from rules r where r.workspace_id = t.w and r.${SCHEDULED})
    from t join workspaces w on w.id = t.w where w.state = 'active'`;

export async function workspacesWithSchedules(store: Store): Promise<{ lane: string; at: number }[]> {
  const rows = await runStatement(store, WITH_SCHEDULES, []);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
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

export async function longestDue(store: Store, now: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `${WORKSPACES}
     select min((select min(r.next_at) from rule_runs r where r.workspace_id = t.w and r.${OPEN}))
     from t join workspaces w on w.id = t.w where w.state = 'active'`,
    [],
  );
  return row?.[0] === null || row?.[0] === undefined ? 0 : Math.max(0, now - timeFromDatabase(row[0]));
}
