import type { Target } from '../../../../../shared/automation/channels/channel';
import type { Json } from '../../../../../shared/automation/json';
import type { CreateRule } from '../../../../../shared/automation/rule-inputs';
import { choicesOf, targetsOf, type Choice } from '../../publications/composer/target-draft';
import type { Rule, RuleAction, RuleActionType } from '../words';

/** One step as the form holds it: the fields of every kind of step. */
export interface ActionDraft {
  /** Names it in lists of the form. */
  key: string;
  type: RuleActionType;
  if: string;
  /** Of `reply` and `publish`: a template. */
  text: string;
  quote: boolean;
  targets: Choice[];
  short_links: 'off' | 'auto';
  url: string;
  slug: string;
  endpoint_id: string;
  seconds: number;
  unit: 'seconds' | 'minutes' | 'hours' | 'days';
  /** What the fields do not hold: the whole step as JSON; null while they do. */
  json: string | null;
}

export interface RuleDraft {
  name: string;
  description: string;
  trigger: Rule['trigger']['type'];
  events: string[];
  selectors: Extract<Rule['trigger'], { type: 'event' }>['selectors'];
  cron: string;
  timezone: string;
  catch_up: 'none' | 'one';
  jitter_seconds: number;
  starts_at: string | null;
  ends_at: string | null;
  filter: string;
  debounce_seconds: number;
  debounce_key: string;
  throttle_max: number;
  throttle_seconds: number;
  throttle_key: string;
  actions: ActionDraft[];
  on_error: Rule['on_error'];
}

export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
let made = 0;

export const newAction = (type: RuleActionType): ActionDraft => ({
  key: `step-${(made += 1)}`,
  type,
  if: '',
  text: '',
  quote: false,
  targets: [],
  short_links: 'off',
  url: '',
  slug: '',
  endpoint_id: '',
  seconds: 10,
  unit: 'minutes',
  json: null,
});

export const newRule = (): RuleDraft => ({
  name: '',
  description: '',
  trigger: 'event',
  events: [],
  selectors: null,
  cron: '0 9 * * 1-5',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  catch_up: 'one',
  jitter_seconds: 0,
  starts_at: null,
  ends_at: null,
  filter: '',
  debounce_seconds: 0,
  debounce_key: '',
  throttle_max: 0,
  throttle_seconds: 600,
  throttle_key: '',
  actions: [newAction('reply')],
  on_error: 'stop',
});

export function draftOf(rule: Rule): RuleDraft {
  const { trigger, debounce, throttle } = rule;
  return {
    ...newRule(),
    name: rule.name,
    description: rule.description ?? '',
    trigger: trigger.type,
    ...(trigger.type === 'manual'
      ? {}
      : trigger.type === 'event'
        ? { events: trigger.events, selectors: trigger.selectors }
        : scheduleOf(trigger)),
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

const scheduleOf = ({ type: _, ...schedule }: Extract<Rule['trigger'], { type: 'schedule' }>) => schedule;

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
  const [channel = '', first = '', ...rest] = String(target).split(':');
  return [rest.length === 0 ? { channel, to: [first] } : { channel, instance_id: first, to: [rest.join(':')] }];
}

function durationOf(seconds: number): Pick<ActionDraft, 'seconds' | 'unit'> {
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => seconds % UNITS[one] === 0) ?? 'seconds';
  return { seconds: seconds / UNITS[unit], unit };
}

/** As the API takes it. Throws where JSON is none. */
export function inputOf(draft: RuleDraft): CreateRule {
  const conditions = draft.filter
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    trigger: triggerOf(draft) as CreateRule['trigger'],
    filter: conditions.length === 0 ? null : conditions,
    debounce: draft.debounce_seconds > 0 ? { seconds: draft.debounce_seconds, ...keyOf(draft.debounce_key) } : null,
    ...throttleOf(draft),
    actions: draft.actions.map(actionOf),
    on_error: draft.on_error,
  };
}

const keyOf = (key: string) => (key.trim() === '' ? {} : { key: key.trim() });

/** Left out where none is set: rules that reply then have their own. */
function throttleOf(draft: RuleDraft): Pick<CreateRule, 'throttle'> {
  if (draft.throttle_max === 0) return draft.actions.some(({ type }) => type === 'reply') ? {} : { throttle: null };
  return {
    throttle: { max: draft.throttle_max, per_seconds: draft.throttle_seconds, ...keyOf(draft.throttle_key) },
  };
}

function triggerOf(draft: RuleDraft): Rule['trigger'] {
  const { trigger: type } = draft;
  if (type === 'manual') return { type };
  if (type === 'event') return { type, events: draft.events, selectors: draft.selectors };
  const { cron, timezone, catch_up, jitter_seconds, starts_at, ends_at } = draft;
  return { type, cron: cron.trim(), timezone, catch_up, jitter_seconds, starts_at, ends_at };
}

function actionOf(draft: ActionDraft): RuleAction {
  if (draft.json !== null) return JSON.parse(draft.json) as RuleAction;
  const common = draft.if.trim() === '' ? {} : { if: draft.if.trim() };
  switch (draft.type) {
    case 'reply':
      return { type: 'reply', ...common, text: draft.text, quote: draft.quote };
    case 'publish':
      return {
        type: 'publish',
        ...common,
        publication: {
          content: { text: draft.text },
          targets: targetsOf(draft.targets) as unknown as Json[],
          ...(draft.short_links === 'off' ? {} : { short_links: draft.short_links }),
        },
      };
    case 'create_link':
      return {
        type: 'create_link',
        ...common,
        link: { url: draft.url, ...(draft.slug.trim() === '' ? {} : { slug: draft.slug.trim() }) },
      };
    case 'webhook':
      return {
        type: 'webhook',
        ...common,
        endpoint_id: draft.endpoint_id,
        ...(draft.text.trim() === '' ? {} : { payload: JSON.parse(draft.text) as Json }),
      };
    case 'delay':
      return { type: 'delay', ...common, seconds: Math.round(draft.seconds * UNITS[draft.unit]) };
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What can be told before the server is asked. */
export function checkDraft(draft: RuleDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  if (draft.name.trim() === '') faults['name'] = 'Is required.';
  if (draft.trigger === 'event' && draft.events.length === 0) faults['events'] = 'Choose at least one.';
  if (draft.actions.length === 0) faults['actions'] = 'Add at least one step.';
  for (const [at, action] of draft.actions.entries()) {
    const field = requiredOf(action);
    if (field) faults[`actions.${at}.${field}`] = 'Is required.';
    if (action.json !== null && !isJson(action.json)) faults[`actions.${at}.json`] = 'This is not JSON.';
    if (action.type === 'webhook' && action.text.trim() !== '' && !isJson(action.text))
      faults[`actions.${at}.text`] = 'This is not JSON.';
  }
  return faults;
}

function requiredOf(action: ActionDraft): keyof ActionDraft | undefined {
  if (action.json !== null) return undefined;
  const { type, text, targets, url, endpoint_id: endpoint } = action;
  if ((type === 'reply' || type === 'publish') && text.trim() === '') return 'text';
  if (type === 'publish' && targets.length === 0) return 'targets';
  if (type === 'create_link' && url.trim() === '') return 'url';
  return type === 'webhook' && endpoint === '' ? 'endpoint_id' : undefined;
}

/** Where the form has what the API names. */
export function pointerInForm(pointer: string, draft: RuleDraft): string {
  const [, head, ...rest] = pointer.split('/');
  if (head === 'trigger') return `/${rest[0] ?? 'trigger'}`;
  if (head === 'debounce' || head === 'throttle') {
    const field = rest[0] === 'per_seconds' ? 'seconds' : (rest[0] ?? (head === 'debounce' ? 'seconds' : 'max'));
    return `/${head}_${field}`;
  }
  if (head !== 'actions') return pointer;
  const action = draft.actions[Number(rest[0])];
  if (!action) return '/actions';
  if (action.json !== null) return `/actions/${rest[0]}/json`;
  return `/actions/${rest[0]}/${fieldAt(rest.slice(1))}`;
}

function fieldAt([first, second]: readonly string[]): string {
  if (first === 'publication') return second === 'targets' ? 'targets' : second === 'short_links' ? second : 'text';
  if (first === 'link') return second === 'slug' ? 'slug' : 'url';
  return first === 'payload' ? 'text' : (first ?? 'text');
}
