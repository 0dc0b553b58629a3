import type { JsonValue } from '../../../../../shared/automation/json';
import type { CreateRule } from '../../../../../shared/automation/rule-inputs';
import { selectorsOf } from '../../../webhooks/form/selectors';
import { messageOverride } from '../../channels/whatsapp';
import { messageOf } from '../../message/message-draft';
import { mediaOf } from '../../publications/composer/media-draft';
import { targetsOf } from '../../publications/composer/target-draft';
import type { Rule, RuleAction } from '../labels';
import { startsFromMessages, TRIGGER_MESSAGE, UNITS, type ActionDraft, type RuleDraft } from './draft';

/** As the API takes it. Throws for invalid JSON. */
export function inputOf(draft: RuleDraft): CreateRule {
  const conditions = linesOf(draft.filter);
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    trigger: triggerOf(draft),
    // Manual runs have no conditions.
    filter: conditions.length === 0 || draft.trigger === 'manual' ? null : conditions,
    debounce: draft.debounce_seconds > 0 ? { seconds: draft.debounce_seconds, ...keyOf(draft.debounce_key) } : null,
    ...throttleOf(draft),
    chat: chatOf(draft),
    actions: draft.actions.map(actionOf),
    on_error: draft.on_error,
    on_missing: draft.on_missing,
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const keyOf = (key: string) => (key.trim() === '' ? {} : { key: key.trim() });

/** Left out when empty: the server has a default for rules that reply. */
function throttleOf(draft: RuleDraft): Pick<CreateRule, 'throttle'> {
  if (draft.throttle_max === 0) return draft.actions.some(({ type }) => type === 'reply') ? {} : { throttle: null };
  return {
    throttle: { max: draft.throttle_max, per_seconds: draft.throttle_seconds, ...keyOf(draft.throttle_key) },
  };
}

function chatOf(draft: RuleDraft): CreateRule['chat'] {
  if (!draft.chat_on || !startsFromMessages(draft)) return null;
  return {
    stop_words: draft.chat_stop_words,
    ignore: draft.chat_ignore,
    session_minutes: draft.chat_session_minutes,
    max_replies: draft.chat_max_replies === 0 ? null : draft.chat_max_replies,
    pause_minutes: draft.chat_pause_minutes,
  };
}

function triggerOf(draft: RuleDraft): Rule['trigger'] {
  const { trigger: type } = draft;
  if (type === 'manual') return { type };
  if (type === 'event') return { type, events: draft.events, selectors: selectorsOf(draft.selectors) };
  const { cron, timezone, catch_up, jitter_seconds, starts_at, ends_at } = draft;
  return { type, cron: cron.trim(), timezone, catch_up, jitter_seconds, starts_at, ends_at };
}

/** One step as the API takes it. Throws for invalid JSON. */
export function actionOf(draft: ActionDraft): RuleAction {
  if (draft.json !== null) return JSON.parse(draft.json) as RuleAction;
  const common = draft.if.trim() === '' ? {} : { if: draft.if.trim() };
  switch (draft.type) {
    case 'reply': {
      const content = messageOf(draft.message, TRIGGER_MESSAGE) as JsonValue | undefined;
      return {
        type: 'reply',
        ...common,
        ...(content === undefined ? { text: draft.text } : { content }),
        quote: draft.quote,
        ...(draft.max_length === 0 || content !== undefined ? {} : { max_length: draft.max_length }),
      };
    }
    case 'publish':
      return { type: 'publish', ...common, publication: publicationOf(draft) };
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
        webhook_id: draft.webhook_id,
        ...(draft.text.trim() === '' ? {} : { payload: JSON.parse(draft.text) as JsonValue }),
      };
    case 'ai_complete':
      return {
        type: 'ai_complete',
        ...common,
        model: draft.model,
        ...(draft.system.trim() === '' ? {} : { system: draft.system }),
        prompt: draft.prompt,
        ...(draft.history === 0 ? {} : { history: draft.history }),
        max_output_tokens: draft.max_output_tokens,
        ...(draft.schema.trim() === '' ? {} : { schema: JSON.parse(draft.schema) as JsonValue }),
      };
    case 'ai_transcribe':
      return {
        type: 'ai_transcribe',
        ...common,
        model: draft.model,
        ...(draft.language.trim() === '' ? {} : { language: draft.language.trim() }),
        ...(draft.prompt.trim() === '' ? {} : { prompt: draft.prompt }),
      };
    case 'delay':
      return draft.waits === 'until'
        ? { type: 'delay', ...common, until: draft.until.trim() }
        : { type: 'delay', ...common, seconds: Math.round(draft.seconds * UNITS[draft.unit]) };
  }
}

function publicationOf({ text, format, media, message, targets, short_links: short }: ActionDraft): JsonValue {
  const own = messageOf(message) as JsonValue | undefined;
  return {
    content: {
      ...(text.trim() === '' ? {} : { text }),
      ...(format === 'plain' ? {} : { format }),
      ...(media.length === 0 ? {} : { media: media.map(mediaOf) }),
    },
    targets: targetsOf(targets) as unknown as JsonValue[],
    ...(own === undefined ? {} : { overrides: messageOverride(own) }),
    ...(short === 'off' ? {} : { short_links: short }),
  };
}

/** The call, with invalid JSON as text. */
export function codeOf(draft: RuleDraft): Record<string, unknown> {
  try {
    return { ...inputOf(draft) };
  } catch {
    return { name: draft.name };
  }
}

/** Translates API pointers into form fields. */
export function pointerInForm(pointer: string, draft: RuleDraft): string {
  const [, head, ...rest] = pointer.split('/');
  if (head === 'trigger') return `/${rest[0] ?? 'trigger'}`;
  if (head === 'debounce' || head === 'throttle') {
    const field = rest[0] === 'per_seconds' ? 'seconds' : (rest[0] ?? (head === 'debounce' ? 'seconds' : 'max'));
    return `/${head}_${field}`;
  }
  if (head === 'chat') return `/chat_${rest.join('/') || 'on'}`;
  if (head !== 'actions') return pointer;
  const action = draft.actions[Number(rest[0])];
  if (!action) return '/actions';
  if (action.json !== null) return `/actions/${rest[0]}/json`;
  return `/actions/${rest[0]}/${fieldAt(rest.slice(1))}`;
}

function fieldAt([first, ...rest]: readonly string[]): string {
  if (first === 'content') return messageField(rest);
  if (first === 'link') return rest[0] === 'slug' ? 'slug' : 'url';
  if (first === 'payload') return 'text';
  if (first !== 'publication') return first ?? 'text';
  const [part, field, ...deeper] = rest;
  if (part === 'overrides') return messageField(deeper.slice(1));
  if (part === 'content' && field === 'media') return ['media', ...deeper].join('/');
  return part === 'targets' || part === 'short_links' ? part : field === 'format' ? 'format' : 'text';
}

/** Fields of a message are nested below its type in the form. */
const messageField = (rest: readonly string[]): string =>
  ['message', ...(rest.length === 0 || rest[0] === 'type' ? ['type'] : ['content', ...rest])].join('/');
