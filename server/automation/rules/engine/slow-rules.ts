import type { TemplateFailure } from '../../templates/types';

/** Timeouts in one batch of events after which a rule is skipped. */
const MAX_PER_RULE = 3;
/** Timeouts in a workspace after which one is enough to skip a rule. */
const MAX_TOTAL = 20;

export interface SlowRuleTracker {
  add(ruleId: string, failure: TemplateFailure): void;
  blockedBy(ruleId: string): TemplateFailure | undefined;
}

export function createSlowRuleTracker(): SlowRuleTracker {
  const slow = new Map<string, { times: number; failure: TemplateFailure }>();
  let all = 0;
  return {
    add(ruleId, failure) {
      if (failure.code !== 'timeout') return;
      all += 1;
      slow.set(ruleId, { times: (slow.get(ruleId)?.times ?? 0) + 1, failure });
    },
    blockedBy(ruleId) {
      const known = slow.get(ruleId);
      return known && (known.times >= MAX_PER_RULE || all >= MAX_TOTAL) ? known.failure : undefined;
    },
  };
}
