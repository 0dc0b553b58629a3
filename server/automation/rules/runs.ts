import { and, eq, inArray } from 'drizzle-orm';

import type { ListRuleRuns, RuleRunId } from '../../../shared/automation/rule-inputs';
import type { RuleRun } from '../../../shared/automation/rule-run';
import type { Page } from '../../../shared/page';
import { audit } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { pageOfRows } from '../../paging';
import type { AutomationCall } from '../context';
import { ruleRuns, rules } from '../schema/rules';
import { changeRun } from './engine/change-run';
import { presentRun } from './engine/present';
import { endRun } from './engine/settle';
import type { RunRow } from './engine/types';
import { rulesWithRuns } from './visible';

export async function listRuleRuns(ctx: AutomationCall, input: ListRuleRuns): Promise<Page<RuleRun>> {
  const { limit, cursor, ...filters } = input;
  const seen = await rulesWithRuns(ctx, ctx.db);
  return pageOfRows(
    ctx.db,
    ruleRuns,
    {
      limit,
      cursor,
      filters,
      where: and(
        filters.rule_id === undefined ? undefined : eq(ruleRuns.ruleId, filters.rule_id),
        filters.status === undefined ? undefined : inArray(ruleRuns.status, filters.status),
        seen && inArray(ruleRuns.ruleId, seen),
      ),
    },
    (rows) => rows.map(presentRun),
  );
}

export const getRuleRun = async (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  presentRun(await requireRun(ctx, ctx.db, run_id));

/** A step in progress completes or rolls back. Throws 409 for an ended run. */
export const cancelRuleRun = (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  act(ctx, run_id, 'rule_run.canceled', async (tx, run) => {
    if (run.completedAt !== null) throw new ApiError('invalid_state', `The run has ${statusLabel(run)}.`);
    await endRun(tx, run, { status: 'canceled', reason: 'canceled' }, ctx.now());
    tx.store.afterCommit(() => ctx.automation.rules.metrics.ended('canceled'));
  });

/** Continues a failed run at the failed step. Throws 409 for any other. */
export const retryRuleRun = (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  act(ctx, run_id, 'rule_run.retried', async (tx, run) => {
    if (run.status !== 'failed')
      throw new ApiError('invalid_state', `The run has ${statusLabel(run)}; it has not failed.`);
    if (run.reason === 'trigger_failed')
      throw new ApiError(
        'invalid_state',
        'The filter or a key of the rule failed, so no step was started. The run cannot be retried.',
      );
    if (!(await tx.get(rules, run.ruleId))) throw new ApiError('invalid_state', 'The rule was deleted.');
    const now = ctx.now();
    const steps = run.steps.map((step) =>
      step.status === 'failed'
        ? { ...step, status: 'pending' as const, error: null, started_at: null, completed_at: null }
        : step,
    );
    const set = { status: 'queued', reason: null, steps, attempts: 0, nextAt: now, completedAt: null } as const;
    await changeRun(tx, run, set, now);
    tx.store.afterCommit(() => ctx.automation.rules.wake(ctx.workspaceId));
  });

const statusLabel = ({ status }: RunRow): string =>
  status === 'running' || status === 'queued' ? 'not ended' : status;

async function act(
  ctx: AutomationCall,
  id: string,
  action: string,
  work: (tx: ScopedDb, run: RunRow) => Promise<void>,
): Promise<RuleRun> {
  return ctx.db.transaction(async (tx) => {
    const run = await requireRun(ctx, tx, id, true);
    await work(tx, run);
    const target = { type: 'rule_run', id, label: id };
    await audit(ctx, tx, action, target);
    return presentRun(await tx.require(ruleRuns, id));
  });
}

/** Throws the same 404 for a run of a rule that the caller cannot see. */
async function requireRun(ctx: AutomationCall, db: ScopedDb, id: string, lock = false): Promise<RunRow> {
  const run = await db.require(ruleRuns, id, { lock });
  const seen = await rulesWithRuns(ctx, db);
  if (seen?.includes(run.ruleId) === false) throw new ApiError('not_found');
  return run;
}
