import type { KeyResources } from '../../../../../shared/access/keys';
import type { RuleAction } from '../../../../../shared/automation/rule-action';
import type { ScopedDb } from '../../../../db/scoped';
import type { NewEvent } from '../../../../events/emit';
import type { AutomationContext } from '../../../context';
import type { Json } from '../../../templates/types';
import type { RuleConfig, RuleRow, RunRow } from '../types';

/** What steps run with. */
export interface StepContext {
  automation: AutomationContext;
  rule: Pick<RuleRow, 'id' | 'workspaceId'>;
  /** To what it is narrowed. */
  resources: KeyResources;
  config: RuleConfig;
  run: Pick<RunRow, 'id' | 'ruleVersion' | 'chain' | 'context'>;
  index: number;
}

/** What a step came to. */
export interface StepResult {
  /** What later steps read of it. */
  output: Record<string, Json>;
  /** To be emitted at the end of the transaction. */
  events: NewEvent[];
}

/** A step that is ready: all is judged that needs no transaction. */
export interface PreparedStep {
  /** Does it, in the transaction that notes it as done. No network. */
  apply(tx: ScopedDb): Promise<StepResult>;
  /** What it would do, for a dry run. */
  preview?: unknown;
}

/** How one kind of action is done; `input` is what its templates became. */
export interface StepKind<A extends RuleAction> {
  /** The part of the action whose strings are templates. */
  tree(action: A): Json;
  /** Reads only. Throws `ApiError` or `StepError` for what cannot be done. */
  prepare(ctx: StepContext, action: A, input: Json): Promise<PreparedStep>;
  /** What later steps of a dry run read. */
  sample(ctx: StepContext): Record<string, Json>;
}
