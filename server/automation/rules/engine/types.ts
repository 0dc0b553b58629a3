import type { InferSelectModel } from 'drizzle-orm';

import type { Cause } from '../../../events/emit';
import type { AutomationServices } from '../../context';
import type { ruleRuns, rules } from '../../schema/rules';

export type RuleRow = InferSelectModel<typeof rules>;
export type RunRow = InferSelectModel<typeof ruleRuns>;
export type { RuleConfig, RunContext } from '../../schema/rules';

/** Called lazily, never before `start`. */
export type RuleServices = () => AutomationServices;

export const runCause = (run: Pick<RunRow, 'id' | 'chain'>): Cause => ({ runId: run.id, depth: run.chain.length });
