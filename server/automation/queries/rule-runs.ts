import { type Store, runStatement, timeValue, timeFromDatabase } from '../../db/database';
import { placeholders } from '../../db/sql-text';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
export const OPEN = "status in ('queued', 'waiting')";

export interface DueSchedule {
  id: string;
  workspaceId: string;
  at: Date;
}

export const SCHEDULED = `status = 'active' and next_run_at is not null`;

/** The longest due first. */
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
  return rows.map(([id, at]) => ({ id: String(id), workspaceId, at: new Date(timeFromDatabase(at)) }));
}

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

/** Locks the rule. Returns when its rate allows `costMs` more; undefined for an inactive rule. */
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

export async function countOpenRuns(tx: Store, workspaceId: string, max: number): Promise<number> {
  const [row] = await runStatement(
    tx,
    `select count(*) from (select 1 from rule_runs where workspace_id = $1 and ${OPEN} limit $2) open`,
    [workspaceId, max],
  );
  return Number(row?.[0] ?? 0);
}

/** Purged runs have none. */
export async function chainsOf(
  store: Store,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await runStatement(
    store,
    `select id, chain from rule_runs where workspace_id = $1 and id in (${placeholders(runIds, 2)})`,
    [workspaceId, ...runIds],
  );
  return new Map(
    rows.map(([id, chain]) => [String(id), (typeof chain === 'string' ? JSON.parse(chain) : chain) as string[]]),
  );
}

export interface RuleCounts {
  succeeded: number;
  failed: number;
}

export async function countEndedRuns(
  store: Store,
  workspaceId: string,
  ruleIds: readonly string[],
  since: Date,
): Promise<Map<string, RuleCounts>> {
  const counts = new Map(ruleIds.map((id) => [id, { succeeded: 0, failed: 0 }]));
  if (ruleIds.length === 0) return counts;
  const rows = await runStatement(
    store,
    `select rule_id, status, count(*) from rule_runs
     where workspace_id = $1 and status in ('succeeded', 'failed') and completed_at > $2
       and rule_id in (${placeholders(ruleIds, 3)}) group by rule_id, status`,
    [workspaceId, timeValue(since.getTime()), ...ruleIds],
  );
  for (const [id, status, count] of rows) {
    const of = counts.get(String(id));
    if (of) of[status as 'succeeded' | 'failed'] = Number(count);
  }
  return counts;
}
