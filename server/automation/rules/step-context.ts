import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Services } from '../../context';
import type { ScopedDb } from '../../db/scoped';
import type { StepContext } from './steps/step';
import { causeOf, type RuleRow } from './types';

/** What a step runs with: the reach of whoever saved the rule, and nobody’s actor. */
export function stepContext(
  services: Services,
  db: ScopedDb,
  { rule, config, run, index }: Omit<StepContext, 'automation' | 'rule'> & { rule: RuleRow },
): StepContext {
  return {
    automation: {
      ...services,
      requestId: newId(ID_PREFIXES.request),
      workspaceId: rule.workspaceId,
      db,
      reach: { instances: rule.grant.resources.whatsapp_instances ?? null },
      origin: { kind: 'rule', ruleRunId: run.id },
      cause: causeOf(run),
    },
    rule,
    config,
    run,
    index,
  };
}
