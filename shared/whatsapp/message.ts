import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { MESSAGE_TYPES, MessageContent } from './content';
import { exampleId, metadata } from './fields';
import { Media } from './media';
import { EXAMPLE_PARTY, Party } from './party';
import { SendError } from './send-errors';

/**
 * Rank of each status of an outgoing message: a later one never goes down. `failed` and `canceled` are ends without a
 * rank, `received` is the one status of an incoming message.
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
export type RankedStatus = keyof typeof STATUS_RANK;
export const RANKED_STATUSES = Object.keys(STATUS_RANK) as [RankedStatus, ...RankedStatus[]];

export const MESSAGE_STATUSES = [...RANKED_STATUSES, 'failed', 'canceled', 'received'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export const MESSAGE_ORIGINS = ['api', 'phone', 'automation', 'sandbox'] as const;
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number];
export const STATUS_SOURCES = ['api', 'provider', 'sandbox'] as const;
export type StatusSource = (typeof STATUS_SOURCES)[number];

/** Why a queued message waits. */
export const HOLD_REASONS = [
  'pacing',
  'new_chat_cap',
  'pair_limit',
  'provider_rate_limited',
  'reconnecting',
  'media',
  'schedule',
  'paused',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** How many of the last edits a message keeps. */
export const KEPT_EDITS = 10;

export const StatusEntry = z.strictObject({
  status: z.enum(MESSAGE_STATUSES).describe('The status.'),
  at: timestamp().describe('When it was reached.'),
  source: z.enum(STATUS_SOURCES).describe('Who told.'),
  error: SendError.nullable().describe('The reason, where it failed.'),
  applied: z.boolean().describe('False where a higher status stood already.'),
});
export type StatusEntry = z.output<typeof StatusEntry>;

const time = (what: string) => timestamp().nullable().describe(what);

export const MessageHold = z.strictObject({
  reason: z.enum(HOLD_REASONS).describe('Why it waits.'),
  until: time('Until when; null where nobody knows.'),
});
export type MessageHold = z.output<typeof MessageHold>;

export const QuotedMessage = z.strictObject({
  message_id: idOf(ID_PREFIXES.message).nullable().describe('Its id here, where it is known.'),
  provider_message_id: z.string().nullable().describe('Its id at the provider; null before it was sent.'),
  preview: z.string().nullable().describe('Beginning of its text.'),
});
export type QuotedMessage = z.output<typeof QuotedMessage>;

export const Reaction = z.strictObject({
  party: Party.describe('Who reacted.'),
  emoji: z.string().describe('The emoji.'),
  at: timestamp().describe('When.'),
});
export type Reaction = z.output<typeof Reaction>;

export const MessageContext = z.strictObject({
  referral: z.record(z.string(), z.unknown()).optional().describe('The advertisement it came from.'),
  product: z.record(z.string(), z.unknown()).optional().describe('The product it asks about.'),
});
export type MessageContext = z.output<typeof MessageContext>;

export const MessageEdit = z.strictObject({
  text: z.string().describe('The text before.'),
  at: timestamp().describe('When it changed.'),
});
export type MessageEdit = z.output<typeof MessageEdit>;

export const Message = z
  .strictObject({
    id: idOf(ID_PREFIXES.message).describe('Id of the message.'),
    object: z.literal('whatsapp.message').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Its instance.'),
    chat_id: idOf(ID_PREFIXES.chat).describe('Its chat.'),
    direction: z.enum(DIRECTIONS).describe('Whether it came in or goes out.'),
    origin: z.enum(MESSAGE_ORIGINS).describe('Where it was written; `phone` is the account’s own handset.'),
    type: z.enum(MESSAGE_TYPES).describe('Type of its content.'),
    status: z.enum(MESSAGE_STATUSES).describe('How far it got; `unconfirmed`: nobody can tell whether it was sent.'),
    status_history: z.array(StatusEntry).describe('Every status that was told, oldest first.'),
    attempt: z.number().int().min(0).describe('Which attempt it is on; `retry` begins a new one.'),
    hold: MessageHold.nullable().describe('Why it waits in the queue.'),
    provider_message_id: z.string().nullable().describe('Id at the provider.'),
    from: Party.describe('Who wrote it.'),
    to: Party.nullable().describe('Who gets it; null in groups.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('Its group.'),
    sender: Party.nullable().describe('Who wrote it in the group.'),
    reply_to: QuotedMessage.nullable().describe('The message it answers.'),
    forwarded: z.boolean().describe('It was forwarded.'),
    mentions: z.array(Party).describe('Who is named in it.'),
    content: MessageContent.describe('What it says.'),
    fallback_applied: z.boolean().describe('It went out as numbered text, since the driver lacks its type.'),
    media: Media.nullable().describe('Its file.'),
    reactions: z.array(Reaction).describe('The present reaction of each person.'),
    context: MessageContext.nullable().describe('Where the conversation came from.'),
    error: SendError.nullable().describe('Why it failed.'),
    client_ref: z.string().nullable().describe('Your own id of it.'),
    publication_delivery_id: z.string().nullable().describe('The delivery of a publication it was made for.'),
    metadata: metadata(),
    scheduled_at: time('When it is to be sent.'),
    expires_at: time('When it is given up.'),
    accepted_at: time('When the provider took it.'),
    sent_at: time('When the provider sent it.'),
    delivered_at: time('When it arrived; in groups, at the first.'),
    read_at: time('When it was read; in groups, by the first.'),
    edited_at: time('When its text was last changed.'),
    edits: z.array(MessageEdit).max(KEPT_EDITS).describe(`The last ${KEPT_EDITS} texts it had before.`),
    deleted_at: time('When it was deleted for everyone.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
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
      hold: null,
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
      client_ref: 'order-42',
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
