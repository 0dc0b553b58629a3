import { ListRuleRuns, RuleRunId } from '../../../shared/automation/rule-inputs';
import { RuleRun } from '../../../shared/automation/rule-run';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { cancelRuleRun, getRuleRun, listRuleRuns, retryRuleRun } from './runs';

const read = routesFor('automation.rules:read');
const write = routesFor('automation.rules:write');

export const ruleRunsRouter = router({
  list: read('GET /rule-runs', 'List rule runs', {
    description: 'Lists the runs of the rules that you may read, newest first. Runs are kept for 30 days.',
  }).run(ListRuleRuns, pageOf(RuleRun), listRuleRuns),

  get: read('GET /rule-runs/{run_id}', 'Get a rule run', {
    description: 'Returns one run with the input and output of each step.',
  }).run(RuleRunId, RuleRun, getRuleRun),

  cancel: write('POST /rule-runs/{run_id}/cancel', 'Cancel a rule run', {
    description: 'Cancels a run that is waiting or running. Completed steps are not undone.',
    status: 202,
    errors: ['invalid_state'],
  }).run(RuleRunId, RuleRun, cancelRuleRun),

  retry: write('POST /rule-runs/{run_id}/retry', 'Retry a rule run', {
    description: 'Continues a failed run at the step that failed. Steps that succeeded do not run again.',
    status: 202,
    errors: ['invalid_state'],
  }).run(RuleRunId, RuleRun, retryRuleRun),
});
