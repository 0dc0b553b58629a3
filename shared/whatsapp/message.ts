import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { MESSAGE_TYPES, MessageContent } from './content';
import { exampleId, metadata } from './fields';
import { Media } from './media';
import { EXAMPLE_PARTY, Party } from './party';
import { SendError } from './send-errors';

/**
 * The rank of a message never decreases. `failed` and `canceled` are final without a rank; `received` is the only
 * status of incoming messages.
 */
export const STATUS_RANK = {
  scheduled: 0,
  queued: 1,
  sending: 2,
  unconfirmed: 3,
  sent: 4,
  delivered: 5,
  read: 6,
  played: 7,
} as const;
type RankedStatus = keyof typeof STATUS_RANK;
const RANKED_STATUSES = Object.keys(STATUS_RANK) as [RankedStatus, ...RankedStatus[]];

export const MESSAGE_STATUSES = [...RANKED_STATUSES, 'failed', 'canceled', 'received'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const DIRECTIONS = ['inbound', 'outbound'] as const;
const MESSAGE_ORIGINS = ['api', 'phone', 'automation', 'sandbox'] as const;
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number];
const STATUS_SOURCES = ['api', 'provider', 'sandbox', 'history'] as const;
export type StatusSource = (typeof STATUS_SOURCES)[number];

const HOLD_REASONS = [
  'pacing',
  'new_chat_limit',
  'pair_limit',
  'provider_rate_limited',
  'reconnecting',
  'media',
  'schedule',
  'paused',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const MAX_STORED_EDITS = 10;

export const StatusEntry = z.strictObject({
  status: z.enum(MESSAGE_STATUSES).describe('Status of the message.'),
  at: timestamp().describe('Time of the status.'),
  source: z
    .enum(STATUS_SOURCES)
    .describe('Source of the status. `history`: the message was imported when the phone was linked.'),
  error: SendError.nullable().describe('Error if the status is `failed`.'),
  applied: z.boolean().describe('False if the message already had a later status.'),
});
export type StatusEntry = z.output<typeof StatusEntry>;

const time = (what: string) => timestamp().nullable().describe(what);

export const MessageWait = z.strictObject({
  reason: z.enum(HOLD_REASONS).describe('Reason for waiting.'),
  until: time('Time until which the message waits; null if unknown.'),
});
export type MessageWait = z.output<typeof MessageWait>;

const QuotedMessage = z.strictObject({
  message_id: idOf(ID_PREFIXES.message).nullable().describe('Id of the message; null if unknown in Switchboard.'),
  provider_message_id: z.string().nullable().describe('Id of the message at the provider; null before it is sent.'),
  preview: z.string().nullable().describe('Beginning of the text.'),
});
type QuotedMessage = z.output<typeof QuotedMessage>;

const Reaction = z.strictObject({
  party: Party.describe('Person who reacted.'),
  emoji: z.string().describe('Emoji of the reaction.'),
  at: timestamp().describe('Time of the reaction.'),
});
type Reaction = z.output<typeof Reaction>;

export const MessageContext = z.strictObject({
  referral: z.record(z.string(), z.unknown()).optional().describe('Advertisement that led to the message.'),
  product: z.record(z.string(), z.unknown()).optional().describe('Product that the message is about.'),
});
export type MessageContext = z.output<typeof MessageContext>;

export const MessageEdit = z.strictObject({
  text: z.string().describe('Text before the edit.'),
  at: timestamp().describe('Time of the edit.'),
});
export type MessageEdit = z.output<typeof MessageEdit>;

export const Message = z
  .strictObject({
    id: idOf(ID_PREFIXES.message).describe('Id of the message.'),
    object: z.literal('whatsapp.message').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    chat_id: idOf(ID_PREFIXES.chat).describe('Id of the chat.'),
    direction: z.enum(DIRECTIONS).describe('Direction: received (`inbound`) or sent (`outbound`).'),
    origin: z.enum(MESSAGE_ORIGINS).describe('Origin of the message; `phone` is the account’s own phone.'),
    type: z.enum(MESSAGE_TYPES).describe('Type of the content.'),
    status: z
      .enum(MESSAGE_STATUSES)
      .describe('Status of the message. `unconfirmed`: it is unknown whether the message was sent.'),
    status_history: z.array(StatusEntry).describe('Reported statuses, oldest first.'),
    attempt: z.number().int().min(0).describe('Number of the current attempt. `retry` starts a new attempt.'),
    waiting: MessageWait.nullable().describe('Reason why the message waits in the queue; null if it does not wait.'),
    provider_message_id: z.string().nullable().describe('Id of the message at the provider.'),
    from: Party.describe('Sender of the message.'),
    to: Party.nullable().describe('Recipient of the message; null in groups.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('Id of the group.'),
    sender: Party.nullable().describe('Participant who sent the message in a group.'),
    reply_to: QuotedMessage.nullable().describe('Message that this one replies to.'),
    forwarded: z.boolean().describe('True if the message was forwarded.'),
    mentions: z.array(Party).describe('People mentioned in the message.'),
    content: MessageContent.describe('Content of the message.'),
    fallback_applied: z
      .boolean()
      .describe('True if the message was sent as numbered text because the driver does not support its type.'),
    media: Media.nullable().describe('File of the message.'),
    reactions: z.array(Reaction).describe('Current reaction of each person.'),
    context: MessageContext.nullable().describe('Advertisement or product that led to the message.'),
    error: SendError.nullable().describe('Error of a failed message.'),
    client_reference: z.string().nullable().describe('Your own reference for the message.'),
    publication_delivery_id: z.string().nullable().describe('Id of the publication delivery that created the message.'),
    metadata: metadata(),
    scheduled_at: time('Time when the message is scheduled to be sent.'),
    expires_at: time('Time at which the message fails if it is not sent.'),
    accepted_at: time('Time when the provider accepted the message.'),
    sent_at: time('Time when the provider sent the message.'),
    delivered_at: time('Time of delivery; in groups, to the first participant.'),
    read_at: time('Time of reading; in groups, by the first participant.'),
    edited_at: time('Time of the last edit.'),
    edits: z.array(MessageEdit).max(MAX_STORED_EDITS).describe(`Previous texts, at most the last ${MAX_STORED_EDITS}.`),
    deleted_at: time('Time of deletion for everyone.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'WhatsAppMessage',
    example: {
      id: exampleId(ID_PREFIXES.message),
      object: 'whatsapp.message',
      instance_id: exampleId(ID_PREFIXES.instance),
      chat_id: exampleId(ID_PREFIXES.chat),
      direction: 'outbound',
      origin: 'api',
      type: 'text',
      status: 'queued',
      status_history: [{ status: 'queued', at: '2026-11-21T09:30:00.000Z', source: 'api', error: null, applied: true }],
      attempt: 1,
      waiting: null,
      provider_message_id: null,
      from: { ...EXAMPLE_PARTY, contact_id: null, phone: '+15550109999', name: 'Support' },
      to: EXAMPLE_PARTY,
      group_id: null,
      sender: null,
      reply_to: null,
      forwarded: false,
      mentions: [],
      content: { type: 'text', text: 'Hello' },
      fallback_applied: false,
      media: null,
      reactions: [],
      context: null,
      error: null,
      client_reference: 'order-42',
      publication_delivery_id: null,
      metadata: {},
      scheduled_at: null,
      expires_at: '2026-11-22T09:30:00.000Z',
      accepted_at: null,
      sent_at: null,
      delivered_at: null,
      read_at: null,
      edited_at: null,
      edits: [],
      deleted_at: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Message = z.output<typeof Message>;
export const EXAMPLE_MESSAGE = Message.meta()?.['example'] as Message;
