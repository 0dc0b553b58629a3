import type { SendErrorCode } from '../../../../../shared/whatsapp/send-errors';
import type { Inputs } from '../../../../trpc';
import type { Message } from '../../messages/labels';
import { textTable } from '../../text-table';
import { t } from './texts';

export type InboundInput = Inputs['whatsapp']['sandbox']['simulate_inbound'];
type InboundEvent = InboundInput['event'];
export type SimulatedEvent = InboundEvent['type'];
type GroupAction = Extract<InboundEvent, { type: 'group' }>['action'];
type SandboxContent = Extract<InboundEvent, { type: 'message' }>['content'];

export const SIMULATED_EVENTS: Record<SimulatedEvent, string> = textTable(
  [
    'message',
    'reaction',
    'button_reply',
    'poll_vote',
    'edit',
    'delete',
    'status',
    'group',
    'call',
    'number_changed',
    'identity_changed',
  ],
  (type) => t(`event_${type}`),
);

export const GROUP_ACTIONS: Record<GroupAction, string> = textTable(
  ['add', 'remove', 'promote', 'demote', 'join_request', 'leave', 'delete', 'suspend', 'resume'],
  (action) => t(`group_${action}`),
);

const KIND_NAMES = [
  'text',
  'image',
  'document',
  'location',
  'poll',
  'undecryptable',
  'unsupported',
] as const satisfies readonly SandboxContent['type'][];
export type Kind = (typeof KIND_NAMES)[number];
export const KINDS: Record<Kind, string> = textTable(KIND_NAMES, (kind) => t(`kind_${kind}`));

export const REPORTED_STATUSES = ['sent', 'delivered', 'read', 'played', 'failed'] as const;
export const FAULTS = [
  'not_on_whatsapp',
  'recipient_unreachable',
  'reengagement_window_closed',
  'provider_rejected',
  'spam_limited',
  'marketing_capped',
] as const satisfies readonly SendErrorCode[];

export interface SimulatedEventDraft {
  type: SimulatedEvent;
  from: string;
  kind: Kind;
  text: string;
  media_id: string;
  isReply: boolean;
  emoji: string;
  choice: string;
  options: string[];
  status: (typeof REPORTED_STATUSES)[number];
  error_code: (typeof FAULTS)[number];
  group_id: string;
  action: GroupAction;
  participants: string;
  is_video: boolean;
  new_phone: string;
  repeat: string;
  duplicate: boolean;
}

export const newSimulatedEvent = (from: string): SimulatedEventDraft => ({
  type: 'message',
  from,
  kind: 'text',
  text: t('firstText'),
  media_id: '',
  isReply: false,
  emoji: '👍',
  choice: '',
  options: [],
  status: 'read',
  error_code: 'recipient_unreachable',
  group_id: '',
  action: 'add',
  participants: '+15550100000',
  is_video: false,
  new_phone: '+15550101234',
  repeat: '1',
  duplicate: false,
});

/** What a message offers to press. */
export function choicesOf(target: Message | undefined): { id: string; title: string; description?: string }[] {
  const content = target?.content;
  if (content?.type === 'buttons') return content.buttons;
  if (content?.type !== 'list') return [];
  return content.sections
    .flatMap(({ rows }) => rows)
    .map(({ id, title, description }) => ({ id, title, ...(description ? { description } : {}) }));
}

/** Why the event cannot be simulated for the message; undefined when it can. */
export function unavailableReason({ type }: SimulatedEventDraft, target: Message | undefined): string | undefined {
  if (!needsTarget(type)) return undefined;
  if (!target) return t('selectMessage');
  if (target.provider_message_id === null) return t('notSentYet');
  if (type === 'poll_vote' && target.content.type !== 'poll') return t('selectPoll');
  if (type === 'button_reply' && choicesOf(target).length === 0) return t('selectButtons');
  if ((type === 'edit' || type === 'delete') && target.direction !== 'inbound') return t('selectReceived');
  if (type === 'status' && target.direction !== 'outbound') return t('selectSent');
  return undefined;
}

export const needsTarget = (type: SimulatedEvent): boolean =>
  ['reaction', 'button_reply', 'poll_vote', 'edit', 'delete', 'status'].includes(type);

function contentOf({ kind, text, media_id: mediaId }: SimulatedEventDraft): SandboxContent {
  switch (kind) {
    case 'text':
      return { type: 'text', text };
    case 'image':
    case 'document':
      return { type: kind, media: { media_id: mediaId }, ...(text === '' ? {} : { caption: text }) };
    case 'location':
      return { type: 'location', latitude: 52.5163, longitude: 13.3777, ...(text === '' ? {} : { name: text }) };
    case 'poll':
      return { type: 'poll', question: text, options: [t('yes'), t('no')] };
    case 'undecryptable':
    case 'unsupported':
      return { type: kind };
    default:
      return kind satisfies never;
  }
}

function eventOf(draft: SimulatedEventDraft, target: Message | undefined): InboundEvent {
  const message_id = target?.id ?? '';
  const { type } = draft;
  switch (type) {
    case 'message':
      return { type, content: contentOf(draft), ...(draft.isReply && target ? { reply_to: target.id } : {}) };
    case 'reaction':
      return { type, message_id, emoji: draft.emoji };
    case 'edit':
      return { type, message_id, text: draft.text };
    case 'delete':
      return { type, message_id };
    case 'poll_vote':
      return { type, message_id, options: draft.options };
    case 'button_reply': {
      const choices = choicesOf(target);
      const pressed = choices.find(({ title }) => title === draft.choice) ?? choices[0] ?? { id: '', title: '' };
      const { id, title } = pressed;
      return target?.content.type === 'list'
        ? { type: 'message', content: { type: 'list_reply', ...pressed }, reply_to: message_id }
        : { type, message_id, id, title };
    }
    case 'status':
      return {
        type,
        message_id,
        status: draft.status,
        ...(draft.status === 'failed' ? { error_code: draft.error_code } : {}),
      };
    case 'group': {
      const participants = draft.participants.split(/[\s,;]+/).filter((part) => part !== '');
      return { type, action: draft.action, ...(participants.length > 0 ? { participants } : {}) };
    }
    case 'call':
      return { type, is_video: draft.is_video };
    case 'number_changed':
      return { type, new_phone: draft.new_phone };
    case 'identity_changed':
      return { type };
    default:
      return type satisfies never;
  }
}

export const inboundInputOf = (
  draft: SimulatedEventDraft,
  instanceId: string,
  target: Message | undefined,
): InboundInput => {
  const common = {
    instance_id: instanceId,
    from: draft.from,
    ...(Number(draft.repeat) > 1 ? { repeat: Number(draft.repeat) } : {}),
    ...(draft.duplicate ? { duplicate: true } : {}),
  };
  const event = eventOf(draft, target);
  if (event.type === 'group') return { ...common, event, group_id: draft.group_id };
  return { ...common, event, ...(draft.group_id === '' ? {} : { group_id: draft.group_id }) };
};
