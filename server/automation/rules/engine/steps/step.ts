import type { KeyResources } from '../../../../../shared/access/keys';
import type { RuleAction } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES, newId } from '../../../../../shared/ids';
import type { ScopedDb } from '../../../../db/scoped';
import type { NewEvent } from '../../../../events/emit';
import { intersectResources } from '../../../../webhooks';
import type { AutomationContext, AutomationServices } from '../../../context';
import type { JsonValue } from '../../../templates/types';
import { type RuleConfig, type RuleRow, runCause, type RunRow } from '../types';

export interface StepContext {
  automation: AutomationContext;
  rule: Pick<RuleRow, 'id' | 'workspaceId'>;
  resources: KeyResources;
  config: RuleConfig;
  /** Key that saved the rule, whose budgets also count calls of models; empty for none. */
  keyId: string;
  run: Pick<RunRow, 'id' | 'ruleVersion' | 'chain' | 'context'>;
  index: number;
}

export interface StepResult {
  output: Record<string, JsonValue>;
  events: NewEvent[];
}

export interface PreparedStep {
  /** Runs in the transaction that marks the step as done, without network calls. */
  apply(tx: ScopedDb): Promise<StepResult>;
  preview?: unknown;
}

/** `input` is the rendered template tree. */
export interface StepKind<A extends RuleAction> {
  tree(action: A): JsonValue;
  /** Reads only. Throws `ApiError` or `StepError`. */
  prepare(ctx: StepContext, action: A, input: JsonValue): Promise<PreparedStep>;
  sample(ctx: StepContext): Record<string, JsonValue>;
}

/** Steps run with the access of those who saved the rule, and without an actor. */
export function stepContext(
  services: AutomationServices,
  db: ScopedDb,
  step: Omit<StepContext, 'automation' | 'resources'> & { rule: Pick<RuleRow, 'id' | 'workspaceId' | 'grant'> },
): StepContext {
  const { rule, run } = step;
  const resources = intersectResources(run.context.resources ?? {}, rule.grant.resources);
  return {
    ...step,
    resources,
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
  };
}
