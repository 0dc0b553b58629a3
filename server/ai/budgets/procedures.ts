import { AiBudget, BudgetId, ListBudgets, SetBudget } from '../../../shared/ai/budgets';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { deleteBudget, getBudget, listBudgets, resetBudget, setBudget } from './service';

const read = routesFor('usage:read');
const administer = routesFor('workspace:write');

export const aiBudgetsRouter = router({
  list: read('GET /ai/budgets', 'List budgets', {
    description:
      'Lists the budgets for calls of models: of the workspace, and of single keys. A call must fit into all budgets that apply to it.',
  }).run(ListBudgets, pageOf(AiBudget), listBudgets),

  set: administer('PUT /ai/budgets', 'Set a budget', {
    description:
      'Sets the amount that calls of models may cost per UTC day, ISO week, month, or in total (`lifetime`). The workspace and each key can have one budget per period; setting the same one again changes its amount. A new budget contains the calls that its period already has; a `lifetime` budget begins empty. A call above a budget is refused with 402. Models without a known price cost 0, and no budget limits them.',
    errors: ['related_not_found'],
  }).run(SetBudget, AiBudget, setBudget),

  get: read('GET /ai/budgets/{budget_id}', 'Get a budget', {
    description: 'Returns one budget with what is spent and reserved in the current period.',
  }).run(BudgetId, AiBudget, getBudget),

  delete: administer('DELETE /ai/budgets/{budget_id}', 'Delete a budget', {
    description: 'Deletes a budget. Calls are no longer limited by it.',
  }).run(BudgetId, deleteBudget),

  reset: administer('POST /ai/budgets/{budget_id}/reset', 'Reset a budget', {
    description:
      'Sets what is spent in the current period to 0, so that refused calls are accepted again. Running calls stay reserved. The end of the period stays the same.',
  }).run(BudgetId, AiBudget, resetBudget),
});
