import type { RuleAction } from '../../../../../shared/automation/rule-action';
import type { JsonValue } from '../../../templates/types';
import { createLinkStep } from './create-link';
import { delayTree } from './delay';
import { publishStep } from './publish';
import { replyStep } from './reply';
import type { PreparedStep, StepContext, StepKind } from './step';
import { webhookStep } from './webhook';

/** Steps with an effect; a delay has none. */
const KINDS = { publish: publishStep, reply: replyStep, webhook: webhookStep, create_link: createLinkStep } as const;
type EffectAction = Extract<RuleAction, { type: keyof typeof KINDS }>;

const kindOf = (action: EffectAction): StepKind<RuleAction> => KINDS[action.type];

export const treeOf = (action: RuleAction): JsonValue =>
  action.type === 'delay' ? delayTree(action) : kindOf(action).tree(action);

export const prepareStep = (ctx: StepContext, action: EffectAction, input: JsonValue): Promise<PreparedStep> =>
  kindOf(action).prepare(ctx, action, input);

export const sampleOf = (ctx: StepContext, action: EffectAction): Record<string, JsonValue> =>
  kindOf(action).sample(ctx);
