import { ON_MISSING_DEFAULT } from '../../../../../shared/automation/on-missing';
import { ACTION_LIMITS, type ActionOf, type RuleAction } from '../../../../../shared/automation/rule-action';
import type { RuleRunError } from '../../../../../shared/automation/rule-run';
import { timeInput } from '../../../../../shared/text';
import { isJsonObject } from '../../../../json-object';
import { extractMarks } from '../../../templates/marks';
import type { JsonValue, MissingValue, TemplateContext, Templates } from '../../../templates/types';
import { StepError, stepErrorOf } from '../failure';
import type { RuleConfig } from '../types';
import { createLinkStep, publishStep, replyStep, webhookStep } from './kinds';
import { callsModel, modelTree } from './models';
import type { PreparedStep, StepContext, StepKind } from './step';

const KINDS = { publish: publishStep, reply: replyStep, webhook: webhookStep, create_link: createLinkStep } as const;
type EffectAction = Extract<RuleAction, { type: keyof typeof KINDS }>;

const kindOf = (action: EffectAction): StepKind<RuleAction> => KINDS[action.type];

export function treeOf(action: RuleAction): JsonValue {
  if (action.type === 'delay') return action.until === undefined ? {} : { until: action.until };
  return callsModel(action) ? modelTree(action) : kindOf(action).tree(action);
}

export const prepareStep = (ctx: StepContext, action: EffectAction, input: JsonValue): Promise<PreparedStep> =>
  kindOf(action).prepare(ctx, action, input);

export const sampleOf = (ctx: StepContext, action: EffectAction): Record<string, JsonValue> =>
  kindOf(action).sample(ctx);

export function delayEnd({ seconds }: ActionOf<'delay'>, input: JsonValue, now: Date): Date {
  if (seconds !== undefined) return new Date(now.getTime() + seconds * 1000);
  const until = isJsonObject(input) ? input['until'] : undefined;
  const time = timeInput().safeParse(typeof until === 'string' ? until.trim() : until);
  if (!time.success) {
    throw new StepError('invalid_time', '`until` must result in a time such as 2026-12-01T09:00:00Z.', '/until');
  }
  const end = new Date(time.data);
  if (end.getTime() - now.getTime() > ACTION_LIMITS.delaySeconds * 1000) {
    throw new StepError('too_late', '`until` must be at most 30 days ahead.', '/until');
  }
  return end;
}

export interface RenderedAction {
  input: JsonValue;
  warnings: RuleRunError[];
}

const FIX = 'Add the filter `default` to the template, or set `on_missing` of the rule to `empty`.';

/** Throws `StepError`. */
export async function renderAction(
  templates: Templates,
  workspaceId: string,
  { action, config, context }: { action: RuleAction; config: Pick<RuleConfig, 'on_missing'>; context: TemplateContext },
): Promise<RenderedAction> {
  const rendered = await templates.render(workspaceId, treeOf(action), context);
  if (!rendered.ok) throw stepErrorOf(rendered.failure);
  const warnings = (rendered.missing ?? []).map(missingError);
  const [first] = warnings;
  if (first && (config.on_missing ?? ON_MISSING_DEFAULT) === 'reject') {
    throw new StepError(first.code, `${first.message} ${FIX}`, first.path);
  }
  // Only publications create short links of marked URLs.
  return { input: action.type === 'publish' ? rendered.value : unmarked(rendered.value), warnings };
}

const missingError = ({ name, path }: MissingValue): RuleRunError => ({
  code: 'missing_value',
  message: `The template uses \`${name}\`, which has no value.`,
  path,
});

function unmarked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return extractMarks(value).text;
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unmarked(part)]));
}
