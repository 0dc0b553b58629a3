import type { Target } from '../../../../../shared/automation/channels/channel';
import type { JsonValue } from '../../../../../shared/automation/json';
import { isSameJson } from '../../../../ui/form/same-json';
import { selectorLists } from '../../../webhooks/form/selectors';
import { messageDraftOf } from '../../message/message-draft';
import { mediaDraftOf } from '../../publications/composer/media-draft';
import { choicesOf, targetIn, targetsOf, type Choice } from '../../publications/composer/target-draft';
import type { Rule, RuleAction } from '../labels';
import { TRIGGER_MESSAGE, newAction, newRule, UNITS, type ActionDraft, type RuleDraft } from './draft';
import { actionOf } from './input-of';

export function draftOf(rule: Rule): RuleDraft {
  const { trigger, debounce, throttle, chat } = rule;
  const { type, ...when } = trigger;
  return {
    ...newRule(),
    name: rule.name,
    description: rule.description ?? '',
    trigger: type,
    ...when,
    selectors: selectorLists(trigger.type === 'event' ? trigger.selectors : null),
    filter: rule.filter.join('\n'),
    debounce_seconds: debounce?.seconds ?? 0,
    debounce_key: debounce?.key ?? '',
    throttle_max: throttle?.max ?? 0,
    throttle_seconds: throttle?.per_seconds ?? 600,
    throttle_key: throttle?.key ?? '',
    ...(chat === null
      ? {}
      : {
          chat_on: true,
          chat_stop_words: chat.stop_words,
          chat_ignore: chat.ignore,
          chat_session_minutes: chat.session_minutes,
          chat_max_replies: chat.max_replies ?? 0,
          chat_pause_minutes: chat.pause_minutes,
        }),
    actions: rule.actions.map(actionDraftOf),
    on_error: rule.on_error,
    on_missing: rule.on_missing,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As fields when they express the whole step, else as JSON. */
function actionDraftOf(action: RuleAction): ActionDraft {
  const draft = { ...newAction(action.type), if: action.if ?? '', ...fieldsOf(action) };
  const isWhole = isSameJson(actionOf(draft), plain(action));
  return isWhole ? draft : { ...newAction(action.type), json: JSON.stringify(action, null, 2) };
}

/** The input that the form would send for the step. */
function plain(action: RuleAction): unknown {
  if (action.type !== 'publish' || !isObject(action.publication)) return action;
  const { targets, short_links: short, content, ...rest } = action.publication;
  const { format, media, ...said } = isObject(content) ? content : {};
  return {
    ...action,
    publication: {
      ...rest,
      content: {
        ...said,
        ...(format === undefined || format === 'plain' ? {} : { format }),
        ...(media === undefined || (Array.isArray(media) && media.length === 0) ? {} : { media }),
      },
      targets: targetsOf(choicesIn(targets)),
      ...(short === undefined || short === 'off' ? {} : { short_links: short }),
    },
  };
}

function fieldsOf(action: RuleAction): Partial<ActionDraft> {
  switch (action.type) {
    case 'reply': {
      const message = messageDraftOf(action.content, TRIGGER_MESSAGE);
      return {
        text: action.text ?? '',
        quote: action.quote,
        max_length: action.max_length ?? 0,
        ...(message ? { message } : {}),
      };
    }
    case 'publish':
      return isObject(action.publication) ? publishFields(action.publication) : {};
    case 'create_link':
      return isObject(action.link) ? { url: textIn(action.link['url']), slug: textIn(action.link['slug']) } : {};
    case 'webhook': {
      const { webhook_id, payload } = action;
      return { webhook_id, text: payload === undefined ? '' : JSON.stringify(payload, null, 2) };
    }
    case 'ai_complete': {
      const { model, system = '', prompt, history = 0, max_output_tokens, schema } = action;
      const text = schema === undefined ? '' : JSON.stringify(schema, null, 2);
      return { model, system, prompt, history, max_output_tokens, schema: text };
    }
    case 'ai_transcribe':
      return { model: action.model, language: action.language ?? '', prompt: action.prompt ?? '' };
    case 'delay':
      return action.seconds === undefined ? { waits: 'until', until: action.until ?? '' } : durationOf(action.seconds);
  }
}

const textIn = (value: unknown): string => (isText(value) ? value : '');

function publishFields(publication: Record<string, JsonValue>): Partial<ActionDraft> {
  const content = isObject(publication['content']) ? publication['content'] : {};
  const overrides = isObject(publication['overrides']) ? publication['overrides'] : {};
  const { whatsapp } = overrides;
  const message = isObject(whatsapp) ? messageDraftOf(whatsapp['content']) : undefined;
  const media = Array.isArray(content['media']) ? content['media'].filter(isObject) : [];
  return {
    text: textIn(content['text']),
    format: FORMATS.find((one) => one === content['format']) ?? 'plain',
    media: media.map((file) => mediaDraftOf(file)),
    targets: choicesIn(publication['targets']),
    short_links: publication['short_links'] === 'auto' ? 'auto' : 'off',
    ...(message ? { message } : {}),
  };
}

const FORMATS = ['plain', 'markdown', 'html'] as const;
const choicesIn = (targets: JsonValue | undefined): Choice[] =>
  choicesOf((Array.isArray(targets) ? targets : []).flatMap((target) => targetOf(target)));

/** Targets that the picker can show; templates among them are left out. */
function targetOf(target: JsonValue): Target[] {
  if (isText(target)) return [targetIn(target)];
  return isObject(target) && Array.isArray(target['to']) ? [target as unknown as Target] : [];
}

function durationOf(seconds: number): Pick<ActionDraft, 'seconds' | 'unit'> {
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => seconds % UNITS[one] === 0) ?? 'seconds';
  return { seconds: seconds / UNITS[unit], unit };
}
