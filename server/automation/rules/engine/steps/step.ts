import type { KeyResources } from '../../../../../shared/access/keys';
import type { RuleAction } from '../../../../../shared/automation/rule-action';
import type { ScopedDb } from '../../../../db/scoped';
import type { NewEvent } from '../../../../events/emit';
import type { AutomationContext } from '../../../context';
import type { JsonValue } from '../../../templates/types';
import type { RuleConfig, RuleRow, RunRow } from '../types';

export interface StepContext {
  automation: AutomationContext;
  rule: Pick<RuleRow, 'id' | 'workspaceId'>;
  resources: KeyResources;
  config: RuleConfig;
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

/** One kind of action; `input` is the rendered template tree. */
export interface StepKind<A extends RuleAction> {
  tree(action: A): JsonValue;
  /** Reads only. Throws `ApiError` or `StepError`. */
  prepare(ctx: StepContext, action: A, input: JsonValue): Promise<PreparedStep>;
  sample(ctx: StepContext): Record<string, JsonValue>;
}
