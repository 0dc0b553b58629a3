import { eq } from 'drizzle-orm';

import { forUpdate, queries, runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { earlier, jsonColumn } from '../../db/dialect';
import { placeholders, withDistinctValues } from '../../db/sql-text';
import { rowOf, shapeOf } from '../../db/table-shape';
import { waSandboxStates, waSandboxTimers } from '../schema/instances';

export type StepRow = typeof waSandboxTimers.$inferSelect;
const STEPS = shapeOf(waSandboxTimers);
type NewStep = Omit<typeof waSandboxTimers.$inferInsert, 'seq'>;

export async function insertSteps(tx: Store, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map((_, index) => {
    const [workspace, instance, step, dueAt] = [1, 2, 3, 4].map((place) => `$${index * 4 + place}`);
    return `(${workspace}, ${instance}, ${jsonColumn(String(step))}, ${dueAt})`;
  });
  await runStatement(
    tx,
    `insert into "wa_sandbox_timers" ("workspace_id", "instance_id", "step", "due_at") values ${rows.join(', ')}`,
    steps.flatMap(({ workspaceId, instanceId, step, dueAt }) => [
      workspaceId,
      instanceId,
      JSON.stringify(step),
      timeValue(dueAt.getTime()),
    ]),
  );
}

export async function dueSteps(store: Store, now: Date, limit: number, instanceId: string): Promise<number[]> {
  const rows = await runStatement(
    store,
    'select seq from wa_sandbox_timers where instance_id = $1 and due_at <= $2 order by due_at, seq limit $3',
    [instanceId, timeValue(now.getTime()), limit],
  );
  return rows.map(([seq]) => Number(seq));
}

const FIRST_STEPS = `${withDistinctValues({ table: 'wa_sandbox_timers', column: 'instance_id' })}
  select s.instance_id, s.workspace_id, s.due_at from t join wa_sandbox_timers s on s.seq = (
    select seq from wa_sandbox_timers where instance_id = t.value order by due_at, seq limit 1
  ) where t.value is not null`;

/** With the time at which the first step is due. */
export async function firstSteps(store: Store): Promise<{ id: string; workspaceId: string; dueAt: number }[]> {
  const rows = await runStatement(store, FIRST_STEPS, []);
  return rows.map(([id, workspaceId, dueAt]) => ({
    id: String(id),
    workspaceId: String(workspaceId),
    dueAt: timeFromDatabase(dueAt),
  }));
}

/** Returns the deleted due steps in order. SQLite reuses numbers, so only returned steps may be applied. */
export async function claimSteps(
  tx: Store,
  { instanceId, seqs, now }: { instanceId: string; seqs: readonly number[]; now: Date },
): Promise<StepRow[]> {
  const rows = await runStatement(
    tx,
    `delete from wa_sandbox_timers where seq in (${placeholders(seqs, 3)}) and instance_id = $1 and due_at <= $2
     returning ${STEPS.names}`,
    [instanceId, timeValue(now.getTime()), ...seqs],
  );
  return rows
    .map((row) => rowOf(STEPS, row) as StepRow)
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.seq - b.seq);
}

export async function deleteSteps(tx: Store, instanceId: string): Promise<void> {
  await queries(tx).delete(waSandboxTimers).where(eq(waSandboxTimers.instanceId, instanceId));
}

const OPEN = "status in ('scheduled', 'queued', 'sending', 'unconfirmed')";
const COMING = [
  'select min(due_at) from wa_sandbox_timers where instance_id = $1 and due_at > $2',
  ...['scheduled', 'queued', 'sending'].map(
    (status) =>
      `select min(due_at) from wa_messages where instance_id = $1 and status = '${status}' and ${OPEN} and due_at > $2`,
  ),
  `select min(expires_at) from wa_messages where instance_id = $1 and status in ('scheduled', 'queued') and ${OPEN}
     and expires_at > $2`,
  "select min(theoretical_at) from wa_pacing where instance_id = $1 and key = 'send' and theoretical_at > $2",
  "select min(theoretical_at) from wa_pacing where instance_id = $1 and key like 'batch:%' and theoretical_at > $2",
];

export async function nextOf(store: Store, instanceId: string, now: number): Promise<number | undefined> {
  const times: number[] = [];
  for (const text of COMING) {
    const [row] = await runStatement(store, text, [instanceId, timeValue(now)]);
    if (row !== undefined && row[0] !== null) times.push(timeFromDatabase(row[0]));
  }
  return times.length === 0 ? undefined : Math.min(...times);
}

const SHIFTED = [
  `update wa_sandbox_timers set due_at = ${earlier('due_at', '$2')} where instance_id = $1`,
  `update wa_messages set due_at = ${earlier('due_at', '$2')}, expires_at = ${earlier('expires_at', '$2')}
     where instance_id = $1 and status in ('scheduled', 'queued') and ${OPEN}`,
  `update wa_messages set due_at = ${earlier('due_at', '$2')}
     where instance_id = $1 and status = 'sending' and ${OPEN} and lease_owner is null`,
  `update wa_pacing set theoretical_at = ${earlier('theoretical_at', '$2')} where instance_id = $1`,
  `update wa_chats set window_expires_at = ${earlier('window_expires_at', '$2')}
     where instance_id = $1 and window_expires_at is not null`,
];

/** Equals advancing the clock of the instance. */
export async function advanceSteps(tx: Store, instanceId: string, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  for (const text of SHIFTED) await runStatement(tx, text, [instanceId, Math.round(milliseconds)]);
}

export async function readSandboxState(store: Store, instanceId: string): Promise<object | undefined> {
  const rows = await queries(store).select().from(waSandboxStates).where(eq(waSandboxStates.instanceId, instanceId));
  return rows[0]?.state;
}

export async function lockSandboxState(
  tx: Store,
  row: Omit<typeof waSandboxStates.$inferInsert, 'state'>,
): Promise<object | undefined> {
  const db = queries(tx);
  // A missing row cannot be locked.
  await db
    .insert(waSandboxStates)
    .values({ ...row, state: {} })
    .onConflictDoNothing();
  const query = db.select().from(waSandboxStates).where(eq(waSandboxStates.instanceId, row.instanceId));
  const [held] = await forUpdate(query);
  return held?.state;
}

export async function writeSandboxState(tx: Store, row: typeof waSandboxStates.$inferInsert): Promise<void> {
  const { state, updatedAt } = row;
  await queries(tx)
    .insert(waSandboxStates)
    .values(row)
    .onConflictDoUpdate({ target: waSandboxStates.instanceId, set: { state, updatedAt } });
}

export async function deleteSandboxState(tx: Store, instanceId: string): Promise<void> {
  await queries(tx).delete(waSandboxStates).where(eq(waSandboxStates.instanceId, instanceId));
}

/** For upgrades. */
export async function workspacesWithoutInstance(store: Store, after: string, limit: number): Promise<string[]> {
  const rows = await runStatement(
    store,
    `select w.id from workspaces w where w.id > $1 and w.state <> 'deleting'
       and not exists (select 1 from wa_instances i where i.workspace_id = w.id) order by w.id limit $2`,
    [after, limit],
  );
  return rows.map(([id]) => String(id));
}
