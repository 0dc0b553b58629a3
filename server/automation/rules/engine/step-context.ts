import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { ScopedDb } from '../../../db/scoped';
import { sharedResources } from '../../../webhooks/endpoints/patterns';
import type { AutomationServices } from '../../context';
import type { StepContext } from './steps/step';
import { causeOf, type RuleRow } from './types';

/** What a step runs with: the reach of whoever saved the rule, then and since, and nobody’s actor. */
export function stepContext(
  services: AutomationServices,
  db: ScopedDb,
  { rule, config, run, index }: Omit<StepContext, 'automation' | 'rule' | 'resources'> & { rule: RuleRow },
): StepContext {
  const resources = sharedResources(run.context.resources ?? {}, rule.grant.resources);
  return {
    automation: {
      ...services,
      requestId: newId(ID_PREFIXES.request),
      workspaceId: rule.workspaceId,
      db,
      reach: { instances: resources.whatsapp_instances ?? null },
      reachedDomains: resources.link_domains,
      origin: { kind: 'rule', ruleRunId: run.id },
      cause: causeOf(run),
    },
    rule,
    resources,
    config,
    run,
    index,
  };
}
