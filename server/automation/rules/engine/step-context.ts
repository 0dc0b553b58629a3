import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { ScopedDb } from '../../../db/scoped';
import { sharedResources } from '../../../webhooks';
import type { AutomationServices } from '../../context';
import type { StepContext } from './steps/step';
import { runCause, type RuleRow } from './types';

/** Steps run with the access of those who saved the rule, and without an actor. */
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
      access: { instances: resources.whatsapp_instances ?? null },
      allowedDomainIds: resources.link_domains,
      origin: { kind: 'rule', ruleRunId: run.id },
      cause: runCause(run),
    },
    rule,
    resources,
    config,
    run,
    index,
  };
}
