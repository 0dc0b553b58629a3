import type { Target } from '../../../../../shared/automation/channels/channel';
import type { Json } from '../../../../../shared/automation/json';
import { choicesOf } from '../../publications/composer/target-draft';
import type { Rule, RuleAction } from '../words';
import { newAction, newRule, UNITS, type ActionDraft, type RuleDraft } from './draft';

/** A rule as the form holds it. */
export function draftOf(rule: Rule): RuleDraft {
  const { trigger, debounce, throttle } = rule;
  const { type, ...when } = trigger;
  return {
    ...newRule(),
    name: rule.name,
    description: rule.description ?? '',
    trigger: type,
    ...when,
    filter: rule.filter.join('\n'),
    debounce_seconds: debounce?.seconds ?? 0,
    debounce_key: debounce?.key ?? '',
    throttle_max: throttle?.max ?? 0,
    throttle_seconds: throttle?.per_seconds ?? 600,
    throttle_key: throttle?.key ?? '',
    actions: rule.actions.map(actionDraftOf),
    on_error: rule.on_error,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const holdsOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));
const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function actionDraftOf(action: RuleAction): ActionDraft {
  const fields = fieldsOf(action);
  return {
    ...newAction(action.type),
    if: action.if ?? '',
    ...(fields ?? { json: JSON.stringify(action, null, 2) }),
  };
}

/** The fields that say the same as the step; undefined where it says more. */
function fieldsOf(action: RuleAction): Partial<ActionDraft> | undefined {
  switch (action.type) {
    case 'reply':
      return action.text === undefined ? undefined : { text: action.text, quote: action.quote };
    case 'publish':
      return publishFields(action.publication);
    case 'create_link': {
      const { link } = action;
      if (!isObject(link) || !holdsOnly(link, ['url', 'slug'])) return undefined;
      const { url, slug = '' } = link;
      return isText(url) && isText(slug) ? { url, slug } : undefined;
    }
    case 'webhook':
      return action.payload === undefined
        ? { endpoint_id: action.endpoint_id, text: '' }
        : { endpoint_id: action.endpoint_id, text: JSON.stringify(action.payload, null, 2) };
    case 'delay':
      return action.seconds === undefined ? undefined : durationOf(action.seconds);
  }
}

function publishFields(publication: Json): Partial<ActionDraft> | undefined {
  if (!isObject(publication) || !holdsOnly(publication, ['content', 'targets', 'short_links'])) return undefined;
  const { content, targets, short_links: short = 'off' } = publication;
  if (!isObject(content) || !holdsOnly(content, ['text']) || !isText(content['text'])) return undefined;
  if (!Array.isArray(targets) || (short !== 'off' && short !== 'auto')) return undefined;
  return {
    text: content['text'],
    targets: choicesOf(targets.flatMap((target) => targetOf(target))),
    short_links: short,
  };
}

function targetOf(target: Json): Target[] {
  if (isObject(target)) return [target as unknown as Target];
  if (!isText(target)) return [];
  const [channel = '', first = '', ...rest] = target.split(':');
  return [rest.length === 0 ? { channel, to: [first] } : { channel, instance_id: first, to: [rest.join(':')] }];
}

function durationOf(seconds: number): Pick<ActionDraft, 'seconds' | 'unit'> {
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => seconds % UNITS[one] === 0) ?? 'seconds';
  return { seconds: seconds / UNITS[unit], unit };
}
