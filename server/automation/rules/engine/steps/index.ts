import type { RuleAction } from '../../../../../shared/automation/rule-action';
import type { Json } from '../../../templates/types';
import { createLinkStep } from './create-link';
import { delayTree } from './delay';
import { publishStep } from './publish';
import { replyStep } from './reply';
import type { PreparedStep, StepContext, StepKind } from './step';
import { webhookStep } from './webhook';

/** Kinds of steps that have an effect; a delay has none. */
const KINDS = { publish: publishStep, reply: replyStep, webhook: webhookStep, create_link: createLinkStep } as const;
export type EffectAction = Extract<RuleAction, { type: keyof typeof KINDS }>;

/** Each kind is asked only about actions of its own. */
const kindOf = (action: EffectAction): StepKind<RuleAction> => KINDS[action.type];

/** The part of an action whose strings are templates. */
export const treeOf = (action: RuleAction): Json =>
  action.type === 'delay' ? delayTree(action) : kindOf(action).tree(action);

export const prepareStep = (ctx: StepContext, action: EffectAction, input: Json): Promise<PreparedStep> =>
  kindOf(action).prepare(ctx, action, input);

/** What later steps of a dry run read of an action. */
export const sampleOf = (ctx: StepContext, action: EffectAction): Record<string, Json> => kindOf(action).sample(ctx);
