import type { Choice } from '../../publications/composer/target-draft';
import type { Rule, RuleActionType } from '../words';

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
