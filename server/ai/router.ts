import { router } from '../trpc/procedures';
import { aiBudgetsRouter } from './budgets/procedures';
import { aiRequestsRouter } from './requests/procedures';
import { aiUsageRouter } from './usage/procedures';

export const aiRouter = router({ budgets: aiBudgetsRouter, requests: aiRequestsRouter, usage: aiUsageRouter });
