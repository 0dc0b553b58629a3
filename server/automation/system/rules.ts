import { and, inArray, lt } from 'drizzle-orm';

import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED } from '../../db/dialect';
import { purgeOldest } from '../../db/purge';
import { withDistinctValues } from '../../db/sql-text';
import type { Claim, DueLane } from '../../work/types';
import { OPEN, SCHEDULED } from '../queries/rule-runs';
import { ruleRuns } from '../schema/rules';

const WORKSPACES = withDistinctValues({ table: 'rule_runs', column: 'workspace_id', where: OPEN });
/** Includes the few runs with leases. */
const WAITING = `${WORKSPACES}
  select t.value, (select min(r.next_at) from rule_runs r where r.workspace_id = t.value and r.${OPEN})
    from t join workspaces w on w.id = t.value where w.state = 'active'
  union all
  select r.workspace_id, r.lease_until from rule_runs r join workspaces w on w.id = r.workspace_id
    where r.status = 'running' and r.lease_until >= $1 and w.state = 'active'`;

export async function workspacesWithRuns(store: Store): Promise<DueLane[]> {
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

/** The longest due first, including runs of processes that have exited. */
export async function claimRuns(
  tx: Store,
  workspaceId: string,
  { owner, now, until, limit }: Claim,
): Promise<string[]> {
  const at = timeValue(now.getTime());
  await runStatement(tx, FREE, [workspaceId, at]);
  const rows = await runStatement(tx, CLAIM, [workspaceId, owner, timeValue(until.getTime()), at, limit]);
  return rows.map(([id]) => String(id));
}

const WITH_SCHEDULES = `${withDistinctValues({ table: 'rules', column: 'workspace_id', where: SCHEDULED })}
  select t.value, (select min(r.next_run_at) from rules r where r.workspace_id = t.value and r.${SCHEDULED})
    from t join workspaces w on w.id = t.value where w.state = 'active'`;

export async function workspacesWithSchedules(store: Store): Promise<DueLane[]> {
  const rows = await runStatement(store, WITH_SCHEDULES, []);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
}

export function purgeRuleRuns(store: Store, before: Date): Promise<number> {
  const { id, createdAt, status } = ruleRuns;
  const where = and(lt(createdAt, before), inArray(status, ['succeeded', 'failed', 'canceled']));
  return purgeOldest(store, ruleRuns, { key: id, by: createdAt, where });
}

export async function longestDue(store: Store, now: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `${WORKSPACES}
     select min((select min(r.next_at) from rule_runs r where r.workspace_id = t.value and r.${OPEN}))
     from t join workspaces w on w.id = t.value where w.state = 'active'`,
    [],
  );
  return row?.[0] === null || row?.[0] === undefined ? 0 : Math.max(0, now - timeFromDatabase(row[0]));
}
