import { and, eq, inArray } from 'drizzle-orm';

import type { ListRuleRuns, RuleRunId } from '../../../shared/automation/rule-inputs';
import type { RuleRun } from '../../../shared/automation/rule-run';
import type { Page } from '../../../shared/page';
import { audit } from '../../access/audit/write';
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
    presentRun,
  );
}

export const getRuleRun = async (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  presentRun(await requireRun(ctx, ctx.db, run_id));

/** Ends a run that has not ended; a step that is being done is finished or undone. Throws 409 for one that has. */
export const cancelRuleRun = (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  act(ctx, run_id, 'rule_run.canceled', async (tx, run) => {
    if (run.finishedAt !== null) throw new ApiError('invalid_state', `The run has ${wordOf(run)}.`);
    await endRun(tx, run, { status: 'canceled', reason: 'canceled' }, ctx.now());
    tx.store.afterCommit(() => ctx.automation.rules.metrics.ended('canceled'));
  });

/** Goes on with a failed run where it failed; what succeeded is not done again. Throws 409 for any other. */
export const retryRuleRun = (ctx: AutomationCall, { run_id }: RuleRunId): Promise<RuleRun> =>
  act(ctx, run_id, 'rule_run.retried', async (tx, run) => {
    if (run.status !== 'failed') throw new ApiError('invalid_state', `The run has ${wordOf(run)}; it has not failed.`);
    if (run.reason === 'trigger_failed')
      throw new ApiError(
        'invalid_state',
        'The filter or a key of the rule failed, so no step was started. The run cannot be retried.',
      );
    if (!(await tx.get(rules, run.ruleId))) throw new ApiError('invalid_state', 'The rule was deleted.');
    const now = ctx.now();
    const steps = run.steps.map((step) =>
      step.status === 'failed'
        ? { ...step, status: 'pending' as const, error: null, started_at: null, finished_at: null }
        : step,
    );
    const set = { status: 'queued', reason: null, steps, attempts: 0, nextAt: now, finishedAt: null } as const;
    await changeRun(tx, run, set, now);
    tx.store.afterCommit(() => ctx.automation.rules.wake(ctx.workspaceId));
  });

const wordOf = ({ status }: RunRow): string => (status === 'running' || status === 'queued' ? 'not ended' : status);

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
    await audit(ctx, tx.store, { workspaceId: ctx.workspaceId, action, target });
    return presentRun(await tx.require(ruleRuns, id));
  });
}

/** The run, else 404; of a rule that the caller does not see it is not there for them. */
async function requireRun(ctx: AutomationCall, db: ScopedDb, id: string, lock = false): Promise<RunRow> {
  const run = await db.require(ruleRuns, id, { lock });
  const seen = await rulesWithRuns(ctx, db);
  if (seen?.includes(run.ruleId) === false) throw new ApiError('not_found');
  return run;
}
