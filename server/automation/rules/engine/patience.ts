import type { TemplateFailure } from '../../templates/types';

/** A rule whose templates took too long so often among events that are read together is not asked any more. */
const MOST_OF_RULE = 3;
/** After so many of a workspace, once is enough. */
const MOST_OF_ALL = 20;

/** Templates that take too long hold up whoever else waits to be read: how often they may. */
export interface Patience {
  note(ruleId: string, failure: TemplateFailure): void;
  /** Why a rule is given up; undefined for one that may be asked. */
  lostWith(ruleId: string): TemplateFailure | undefined;
}

export function createPatience(): Patience {
  const slow = new Map<string, { times: number; failure: TemplateFailure }>();
  let all = 0;
  return {
    note(ruleId, failure) {
      if (failure.code !== 'timeout') return;
      all += 1;
      slow.set(ruleId, { times: (slow.get(ruleId)?.times ?? 0) + 1, failure });
    },
    lostWith(ruleId) {
      const known = slow.get(ruleId);
      return known && (known.times >= MOST_OF_RULE || all >= MOST_OF_ALL) ? known.failure : undefined;
    },
  };
}
