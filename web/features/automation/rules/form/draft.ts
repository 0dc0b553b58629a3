import type { TextFormat } from '../../../../../shared/automation/content';
import { selectorLists, type SelectorLists } from '../../../webhooks/form/selectors';
import { faultsInMessage, newMessage, type MessageDraft } from '../../message/message-draft';
import { faultsAt, faultsInMedia, type MediaDraft } from '../../publications/composer/media-draft';
import type { Choice } from '../../publications/composer/target-draft';
import type { Rule, RuleActionType } from '../labels';
import { t } from './texts';

/** One step as the form holds it: the fields of every kind of step. */
export interface ActionDraft {
  /** React key. */
  key: string;
  type: RuleActionType;
  if: string;
  /** Of `reply` and `publish`: a template. Of `webhook`: the payload as JSON. */
  text: string;
  /** Of `reply`, in place of its text; of `publish`, in place of all its content on WhatsApp. */
  message: MessageDraft;
  quote: boolean;
  format: TextFormat;
  media: MediaDraft[];
  targets: Choice[];
  short_links: 'off' | 'auto';
  url: string;
  slug: string;
  webhook_id: string;
  waits: 'for' | 'until';
  seconds: number;
  unit: 'seconds' | 'minutes' | 'hours' | 'days';
  until: string;
  /** Of `reply`: characters of one message; 0 for one message. */
  max_length: number;
  model: string;
  system: string;
  prompt: string;
  history: number;
  max_output_tokens: number;
  /** JSON; empty for an answer as text. */
  schema: string;
  /** Of `ai_transcribe`; empty to detect it. */
  language: string;
  /** The whole step as JSON when the fields cannot express it; else null. */
  json: string | null;
}

export interface RuleDraft {
  name: string;
  description: string;
  trigger: Rule['trigger']['type'];
  events: string[];
  selectors: SelectorLists;
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
  /** Whether the fields of `chat_` count. */
  chat_on: boolean;
  chat_stop_words: string[];
  chat_ignore: string[];
  chat_session_minutes: number;
  /** 0 for any number. */
  chat_max_replies: number;
  chat_pause_minutes: number;
  actions: ActionDraft[];
  on_error: Rule['on_error'];
  on_missing: Rule['on_missing'];
}

export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
let made = 0;

export const newAction = (type: RuleActionType): ActionDraft => ({
  key: `step-${(made += 1)}`,
  type,
  if: '',
  text: '',
  message: newMessage(),
  quote: false,
  format: 'plain',
  media: [],
  targets: [],
  short_links: 'off',
  url: '',
  slug: '',
  webhook_id: '',
  waits: 'for',
  seconds: 10,
  unit: 'minutes',
  until: '',
  max_length: 0,
  model: '',
  system: '',
  prompt: '',
  history: 0,
  max_output_tokens: 500,
  schema: '',
  language: '',
  json: null,
});

export const newRule = (): RuleDraft => ({
  name: '',
  description: '',
  trigger: 'event',
  events: [],
  selectors: selectorLists(null),
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
  chat_on: false,
  chat_stop_words: [],
  chat_ignore: [],
  chat_session_minutes: 60,
  chat_max_replies: 0,
  chat_pause_minutes: 30,
  actions: [newAction('reply')],
  on_error: 'stop',
  on_missing: 'reject',
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The message that triggered the rule. */
export const TRIGGER_MESSAGE = '{{ event.data.id }}';

/** The event whose message steps can reply to. */
export const RECEIVED = 'whatsapp.message.received';

/** Whether only received messages trigger the rule, which replies and chats need. */
export const startsFromMessages = ({ trigger, events }: Pick<RuleDraft, 'trigger' | 'events'>): boolean =>
  trigger === 'event' && events.length > 0 && events.every((type) => type === RECEIVED);

/** What can be checked before the server is asked. */
export function checkDraft(draft: RuleDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  if (draft.name.trim() === '') faults['name'] = t('enterName');
  if (draft.trigger === 'event' && draft.events.length === 0) faults['events'] = t('selectEvent');
  if (draft.actions.length === 0) faults['actions'] = t('addStep');
  for (const [at, action] of draft.actions.entries())
    Object.assign(faults, faultsAt(`actions.${at}`, faultsIn(action)));
  return faults;
}

function faultsIn(action: ActionDraft): Record<string, string> {
  const { type, text, message, media } = action;
  if (action.json !== null) return isJson(action.json) ? {} : { json: t('notJson') };
  const field = requiredOf(action);
  const faults: Record<string, string> = field ? { [field]: t(`required_${field}`) } : {};
  if (type === 'ai_complete' && action.schema.trim() !== '' && !isJson(action.schema))
    return { ...faults, schema: t('notJson') };
  if (type === 'webhook') return text.trim() === '' || isJson(text) ? faults : { ...faults, text: t('notJson') };
  if (type !== 'reply' && type !== 'publish') return faults;
  return {
    ...faults,
    ...faultsAt('message', faultsInMessage(message, TRIGGER_MESSAGE)),
    ...(type === 'publish' ? faultsAt('media', faultsInMedia(media)) : {}),
  };
}

type RequiredField = 'text' | 'targets' | 'url' | 'model' | 'prompt' | 'until' | 'webhook_id';

/** The first field that is needed and empty. */
function requiredOf(action: ActionDraft): RequiredField | undefined {
  const { type, text, message, media, targets, url, webhook_id: endpoint, waits, until } = action;
  const saysNothing = text.trim() === '' && message.type === '';
  if (type === 'reply' && saysNothing) return 'text';
  if (type === 'publish' && saysNothing && media.length === 0) return 'text';
  if (type === 'publish' && targets.length === 0) return 'targets';
  if (type === 'create_link' && url.trim() === '') return 'url';
  if (type === 'ai_complete') return action.model === '' ? 'model' : action.prompt.trim() === '' ? 'prompt' : undefined;
  if (type === 'ai_transcribe' && action.model === '') return 'model';
  if (type === 'delay' && waits === 'until' && until.trim() === '') return 'until';
  return type === 'webhook' && endpoint === '' ? 'webhook_id' : undefined;
}
