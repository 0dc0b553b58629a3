import type { InferSelectModel } from 'drizzle-orm';

import type { Cause } from '../../../events/emit';
import type { AutomationServices } from '../../context';
import type { ruleRuns, rules } from '../../schema/rules';

export type RuleRow = InferSelectModel<typeof rules>;
export type RunRow = InferSelectModel<typeof ruleRuns>;
export type { RuleConfig, RunContext } from '../../schema/rules';

/** What the parts of the engine run with; asked for when something is done, never before `start`. */
export type RuleServices = () => AutomationServices;

/** What tells of events that a run writes. */
export const causeOf = (run: Pick<RunRow, 'id' | 'chain'>): Cause => ({ runId: run.id, depth: run.chain.length });
