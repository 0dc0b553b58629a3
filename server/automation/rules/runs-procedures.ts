import { ListRuleRuns, RuleRunId } from '../../../shared/automation/rule-inputs';
import { RuleRun } from '../../../shared/automation/rule-run';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { cancelRuleRun, getRuleRun, listRuleRuns, retryRuleRun } from './runs';

const place = { surface: 'automation' } as const;
const tags = ['Rule runs'];
const reading = procedure('automation.rules:read');
const writing = procedure('automation.rules:write');

export const ruleRunsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/rule-runs',
        tags,
        summary: 'List rule runs',
        description: 'Lists the runs of the rules that you may read, newest first. Runs are kept for 30 days.',
      },
    })
    .input(optionalInput(ListRuleRuns))
    .output(pageOf(RuleRun))
    .query(({ ctx, input }) => listRuleRuns(ctx, input)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/rule-runs/{run_id}',
        tags,
        summary: 'Get a rule run',
        description: 'Returns one run with the input and output of each step.',
      },
    })
    .input(RuleRunId)
    .output(RuleRun)
    .query(({ ctx, input }) => getRuleRun(ctx, input)),

  cancel: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/rule-runs/{run_id}/cancel',
        tags,
        summary: 'Cancel a rule run',
        description: 'Cancels a run that is waiting or running. Completed steps are not undone.',
      },
    })
    .input(RuleRunId)
    .output(RuleRun)
    .mutation(({ ctx, input }) => cancelRuleRun(ctx, input)),

  retry: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/rule-runs/{run_id}/retry',
        tags,
        summary: 'Retry a rule run',
        description: 'Continues a failed run at the step that failed. Steps that succeeded do not run again.',
      },
    })
    .input(RuleRunId)
    .output(RuleRun)
    .mutation(({ ctx, input }) => retryRuleRun(ctx, input)),
});
