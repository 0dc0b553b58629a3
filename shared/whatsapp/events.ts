import type { z } from 'zod';

import type { Scope } from '../access/scopes';
import { defineEvent, type EventDefinition } from '../events/definition';
import {
  BatchEvent,
  CallReceived,
  ChatChanged,
  ChatEvent,
  ContactChanged,
  ContactMerged,
  GroupEvent,
  GroupJoinRequested,
  HistorySynced,
  InstanceChanged,
  InstanceEvent,
  LabelChanged,
  LabelEvent,
  MediaEvent,
  MessageChanged,
  MessageEchoed,
  MessageReacted,
  MessageReceived,
  MessageStatusChanged,
  PasskeyStep,
  PollVoted,
  PresenceUpdated,
  QrUpdated,
  TemplateChanged,
} from './event-data';
import type { InstanceSummary } from './instance';

type Told = { instance: InstanceSummary };
const ofInstance = ({ instance }: Told) => ({ instance_ids: [instance.id] });
/** Events of a chat also match selectors of chats. */
const ofChat = (data: Told & { chat_id?: string }) =>
  data.chat_id === undefined ? ofInstance(data) : { ...ofInstance(data), chat_ids: [data.chat_id] };

const ofChatItself = ({ instance, id }: Told & { id: string }) => ({ instance_ids: [instance.id], chat_ids: [id] });

interface Family {
  tag: string;
  scope: Scope;
}
const INSTANCES: Family = { tag: 'WhatsApp instances', scope: 'whatsapp.instances:read' };
const MESSAGES: Family = { tag: 'WhatsApp messages', scope: 'whatsapp.messages:read' };
const MEDIA: Family = { tag: 'WhatsApp media', scope: 'whatsapp.messages:read' };
const CHATS: Family = { tag: 'WhatsApp chats', scope: 'whatsapp.messages:read' };
const LABELS: Family = { tag: 'WhatsApp chats', scope: 'whatsapp.contacts:read' };
const CONTACTS: Family = { tag: 'WhatsApp contacts', scope: 'whatsapp.contacts:read' };
const GROUPS: Family = { tag: 'WhatsApp groups', scope: 'whatsapp.groups:read' };
const TEMPLATES: Family = { tag: 'WhatsApp templates', scope: 'whatsapp.templates:read' };
const BATCHES: Family = { tag: 'WhatsApp batches', scope: 'whatsapp.messages:read' };

type Options<T extends z.ZodType> = Pick<EventDefinition<T>, 'example' | 'matchedByPatterns'>;

const define = <T extends z.ZodType<Told>>(
  family: Family,
  label: string,
  summary: string,
  data: T,
  options: Options<T> = {},
) => defineEvent({ surface: 'whatsapp', ...family, label, summary, data, resources: ofInstance, ...options });

const defineInChat = <T extends z.ZodType<Told & { chat_id?: string }>>(
  label: string,
  summary: string,
  data: T,
  options: Options<T> = {},
) => defineEvent({ surface: 'whatsapp', ...MESSAGES, label, summary, data, resources: ofChat, ...options });

const exampleIn = <T extends z.ZodType>(data: T) => data.meta()?.['example'] as z.output<T> & object;
const NAMED_ONLY = { matchedByPatterns: false } as const;

function reached(
  status: z.output<typeof MessageStatusChanged>['status'],
  label: string,
  summary: string,
  options: Options<typeof MessageStatusChanged> = {},
) {
  const example = { ...exampleIn(MessageStatusChanged), status };
  return defineInChat(label, summary, MessageStatusChanged, { example, ...options });
}

function grouped(
  action: z.output<typeof GroupEvent>['action'],
  label: string,
  summary: string,
  status?: z.output<typeof GroupEvent>['status'],
) {
  const example = { ...exampleIn(GroupEvent), action, ...(status === undefined ? {} : { status }) };
  return define(GROUPS, label, summary, GroupEvent, { example });
}

export const WHATSAPP_EVENTS = {
  'whatsapp.instance.created': define(INSTANCES, 'Instance created', 'An instance was created.', InstanceEvent),
  'whatsapp.instance.updated': define(INSTANCES, 'Instance updated', 'An instance was updated.', InstanceChanged, {
    example: { ...exampleIn(InstanceChanged), previous: { name: 'Support' } },
  }),
  'whatsapp.instance.deleted': define(INSTANCES, 'Instance deleted', 'An instance was deleted.', InstanceEvent),
  'whatsapp.instance.status_changed': define(
    INSTANCES,
    'Instance status changed',
    'The connection status of an instance changed.',
    InstanceChanged,
  ),
  'whatsapp.instance.health_changed': define(
    INSTANCES,
    'Instance health changed',
    'The health of an instance changed: sending limits or the quality rating.',
    InstanceChanged,
    { example: { ...exampleIn(InstanceChanged), previous: { health: { sending: 'limited' } } } },
  ),
  'whatsapp.instance.qr_updated': define(
    INSTANCES,
    'QR code updated',
    'A new QR code is ready. Get it with `GET /whatsapp/instances/{instance_id}/qr`. Subscribe by name: patterns with `*` do not include this event.',
    QrUpdated,
    NAMED_ONLY,
  ),

  'whatsapp.instance.passkey_requested': define(
    INSTANCES,
    'Passkey requested',
    'WhatsApp demands the passkey of the account. Get the request with `GET /whatsapp/instances/{instance_id}/passkey`. Subscribe by name: patterns with `*` do not include this event.',
    PasskeyStep,
    NAMED_ONLY,
  ),
  'whatsapp.instance.passkey_confirmation': define(
    INSTANCES,
    'Passkey confirmation',
    'The link of a device waits for a confirmation of the code. Get the code with `GET /whatsapp/instances/{instance_id}/passkey`. Subscribe by name: patterns with `*` do not include this event.',
    PasskeyStep,
    NAMED_ONLY,
  ),
  'whatsapp.history.synced': define(
    INSTANCES,
    'History imported',
    'Earlier chats, contacts and messages of a linked phone were imported.',
    HistorySynced,
  ),

  'whatsapp.message.received': defineInChat('Message received', 'A message was received.', MessageReceived),
  'whatsapp.message.echoed': defineInChat(
    'Message echoed',
    'A message was sent from the account’s own phone.',
    MessageEchoed,
  ),
  'whatsapp.message.queued': reached(
    'queued',
    'Message queued',
    'A message was queued. Subscribe by name: patterns with `*` do not include this event.',
    NAMED_ONLY,
  ),
  'whatsapp.message.sent': reached('sent', 'Message sent', 'The provider sent a message.'),
  'whatsapp.message.delivered': reached('delivered', 'Message delivered', 'A message was delivered.'),
  'whatsapp.message.read': reached('read', 'Message read', 'A message was read.'),
  'whatsapp.message.played': reached('played', 'Message played', 'A voice message or video was played.'),
  'whatsapp.message.failed': reached('failed', 'Message failed', 'A message failed. `error` has the reason.'),
  'whatsapp.message.unconfirmed': reached(
    'unconfirmed',
    'Message unconfirmed',
    'It is unknown whether a message was sent.',
  ),
  'whatsapp.message.canceled': reached('canceled', 'Message canceled', 'A message was canceled before it was sent.'),
  'whatsapp.message.edited': defineInChat('Message edited', 'The text of a message changed.', MessageChanged),
  'whatsapp.message.deleted': defineInChat('Message deleted', 'A message was deleted for everyone.', MessageChanged, {
    example: { ...exampleIn(MessageChanged), deleted_at: '2026-11-21T09:31:00.000Z', previous: { deleted_at: null } },
  }),
  'whatsapp.message.recovered': defineInChat(
    'Message recovered',
    'The content of a message that could not be decrypted is now available.',
    MessageChanged,
    { example: { ...exampleIn(MessageChanged), previous: { content: { type: 'undecryptable' } } } },
  ),
  'whatsapp.message.reacted': defineInChat(
    'Message reaction',
    'A person added or removed a reaction to a message.',
    MessageReacted,
  ),
  'whatsapp.message.poll_voted': defineInChat('Poll vote', 'A person voted in a poll.', PollVoted),

  'whatsapp.media.stored': define(MEDIA, 'Media stored', 'A file was stored.', MediaEvent),
  'whatsapp.media.failed': define(MEDIA, 'Media failed', 'A file could not be fetched.', MediaEvent, {
    example: {
      ...exampleIn(MediaEvent),
      status: 'failed',
      error: { code: 'media_download_failed', message: 'The file could not be fetched.' },
      url: null,
      url_expires_at: null,
    },
  }),
  'whatsapp.chat.updated': {
    ...define(
      CHATS,
      'Chat updated',
      'A chat changed. Subscribe by name: patterns with `*` do not include this event.',
      ChatChanged,
      NAMED_ONLY,
    ),
    resources: ofChatItself,
    // Every message changes its chat, so this event would be frequent.
    storedWhen: 'subscribed' as const,
  },
  'whatsapp.chat.deleted': {
    ...define(CHATS, 'Chat deleted', 'A chat was deleted with its messages.', ChatEvent),
    resources: ofChatItself,
  },
  'whatsapp.label.created': define(LABELS, 'Label created', 'A label was created.', LabelEvent),
  'whatsapp.label.updated': define(LABELS, 'Label updated', 'The name or the color of a label changed.', LabelChanged),
  'whatsapp.label.deleted': define(
    LABELS,
    'Label deleted',
    'A label was deleted. Its chats do not have it any more.',
    LabelEvent,
  ),
  'whatsapp.presence.updated': {
    ...define(
      CONTACTS,
      'Presence updated',
      'A person came online, went offline or is typing. Subscribe by name: patterns with `*` do not include this event.',
      PresenceUpdated,
      NAMED_ONLY,
    ),
    storedWhen: 'subscribed' as const,
  },

  'whatsapp.contact.updated': define(CONTACTS, 'Contact updated', 'A contact changed.', ContactChanged),
  'whatsapp.contact.merged': define(
    CONTACTS,
    'Contacts merged',
    'Two contacts of the same person were merged.',
    ContactMerged,
  ),
  'whatsapp.contact.identity_changed': define(
    CONTACTS,
    'Identity changed',
    'A contact has a new phone or a new number.',
    ContactChanged,
    { example: { ...exampleIn(ContactChanged), previous: { phone: '+15550100009' } } },
  ),
  'whatsapp.contact.opt_out_changed': define(
    CONTACTS,
    'Opt-out changed',
    'A contact opted out of messages, or opted in again.',
    ContactChanged,
    { example: { ...exampleIn(ContactChanged), opt_out: 'marketing', previous: { opt_out: 'none' } } },
  ),

  'whatsapp.group.created': grouped(
    'created',
    'Group created',
    'A group was created, or the account was added to a group.',
  ),
  'whatsapp.group.updated': grouped('updated', 'Group updated', 'The settings of a group changed.'),
  'whatsapp.group.participants_changed': grouped(
    'added',
    'Participants changed',
    'Participants of a group were added, removed, promoted or demoted.',
  ),
  'whatsapp.group.join_requested': define(
    GROUPS,
    'Join requested',
    'A person asked to join a group.',
    GroupJoinRequested,
  ),
  'whatsapp.group.left': grouped('left', 'Group left', 'The account left a group or was removed from it.', 'left'),
  'whatsapp.group.deleted': grouped('deleted', 'Group deleted', 'A group was deleted.', 'deleted'),

  'whatsapp.template.status_changed': define(
    TEMPLATES,
    'Template status changed',
    'Meta approved, rejected, paused or disabled a template.',
    TemplateChanged,
  ),
  'whatsapp.template.quality_changed': define(
    TEMPLATES,
    'Template quality changed',
    'Meta’s rating of a template changed.',
    TemplateChanged,
    { example: { ...exampleIn(TemplateChanged), previous: { quality: 'unknown' } } },
  ),
  'whatsapp.template.category_changed': define(
    TEMPLATES,
    'Template category changed',
    'Meta moved a template to another category.',
    TemplateChanged,
    { example: { ...exampleIn(TemplateChanged), previous: { category: 'marketing' } } },
  ),

  'whatsapp.call.received': define(
    MESSAGES,
    'Call received',
    'A call was received, or the status of a received call changed.',
    CallReceived,
  ),
  'whatsapp.batch.completed': define(BATCHES, 'Batch completed', 'All messages of a batch have a result.', BatchEvent),
} as const;
