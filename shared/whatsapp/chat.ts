import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timeInput, timestamp } from '../text';
import { MAX_LABELS } from './chat-label';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { EXAMPLE_MESSAGE, Message } from './message';

const CHAT_TYPES = ['direct', 'group', 'broadcast'] as const;
const TYPING_STATES = ['typing', 'recording', 'paused'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

const ChatLabel = z.strictObject({
  id: idOf(ID_PREFIXES.label).describe('Id of the label.'),
  name: z.string().describe('Name of the label.'),
  color: z.number().int().min(0).describe('Number of the color in WhatsApp, usually 0 to 19.'),
});
export type ChatLabel = z.output<typeof ChatLabel>;

export const Chat = z
  .strictObject({
    id: idOf(ID_PREFIXES.chat).describe('Id of the chat.'),
    object: z.literal('whatsapp.chat').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    type: z.enum(CHAT_TYPES).describe('Kind of chat.'),
    provider_chat_id: z.string().describe('Id of the chat at the provider.'),
    title: z.string().describe('Name of the person or group.'),
    contact_id: idOf(ID_PREFIXES.contact).nullable().describe('Id of the contact in a direct chat; null otherwise.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('Id of the group in a group chat; null otherwise.'),
    unread_count: z.number().int().min(0).describe('Number of unread messages.'),
    archived: z.boolean().describe('True if the chat is archived.'),
    pinned: z.boolean().describe('True if the chat is pinned to the top of the list.'),
    muted_until: timestamp().nullable().describe('Time until which the chat is muted.'),
    labels: z.array(ChatLabel).describe('Labels of the chat.'),
    last_message: Message.nullable().describe('Newest message of the chat.'),
    window_expires_at: timestamp()
      .nullable()
      .describe('End of the 24-hour window, in which `cloud` accepts messages other than templates; null if unknown.'),
    typing: z
      .enum(['typing', 'recording'])
      .nullable()
      .describe('Typing indicator that the other side sees now. Only set on `sandbox`, and never in events.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'WhatsAppChat',
    example: {
      id: exampleId(ID_PREFIXES.chat),
      object: 'whatsapp.chat',
      instance_id: exampleId(ID_PREFIXES.instance),
      type: 'direct',
      provider_chat_id: '15550100000',
      title: 'Sheena Nelson',
      contact_id: exampleId(ID_PREFIXES.contact),
      group_id: null,
      unread_count: 0,
      archived: false,
      pinned: false,
      muted_until: null,
      labels: [],
      last_message: EXAMPLE_MESSAGE,
      window_expires_at: null,
      typing: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Chat = z.output<typeof Chat>;
const EXAMPLE_CHAT = Chat.meta()?.['example'] as Chat;
export const ChatPage = pageOf(Chat);

export const ChatId = z.strictObject({ ...instanceId, chat_id: idOf(ID_PREFIXES.chat).describe('Id of the chat.') });
export type ChatId = z.output<typeof ChatId>;

export const ListChats = z.strictObject({
  ...instanceId,
  ...pageQuery,
  type: z.enum(CHAT_TYPES).optional().describe('Only chats of this kind.'),
  archived: z
    .enum(['false', 'true', 'any'])
    .default('any')
    .describe('Filter for archived chats: `true` for archived only, `false` for others only, `any` for all.')
    .meta({ example: 'any' }),
  unread: z.boolean().optional().describe('True for chats with unread messages only, false for chats without.'),
  label_id: idOf(ID_PREFIXES.label).optional().describe('Only chats with this label.'),
  q: text(200).optional().describe('Part of the title. Upper and lower case are equal.').meta({ example: 'sheena' }),
});
export type ListChats = z.output<typeof ListChats>;

const MAX_TYPING_MS = 25_000;
export const SetTyping = z
  .strictObject({
    ...ChatId.shape,
    state: z.enum(TYPING_STATES).describe('Indicator to show; `paused` removes it.'),
    duration_ms: z
      .number()
      .int()
      .min(0)
      .max(MAX_TYPING_MS)
      .default(10_000)
      .describe('Duration in milliseconds.')
      .meta({ example: 10_000 }),
  })
  .meta({ example: { instance_id: EXAMPLE_CHAT.instance_id, chat_id: EXAMPLE_CHAT.id, state: 'typing' } });
export type SetTyping = z.output<typeof SetTyping>;

export const UpdateChat = z
  .strictObject({
    ...ChatId.shape,
    archived: z.boolean().optional().describe('True to archive the chat, false to take it out of the archive.'),
    pinned: z.boolean().optional().describe('True to pin the chat to the top of the list.'),
    muted_until: timeInput('2100-01-01T00:00:00Z')
      .nullable()
      .optional()
      .describe(
        'Time in the future until which the chat is muted; in the year 2100 for a mute without an end; null to end the mute.',
      ),
    unread: z
      .boolean()
      .optional()
      .describe('True to mark the chat as unread. False to mark it as read without sending read receipts.'),
    label_ids: z
      .array(idOf(ID_PREFIXES.label))
      .max(MAX_LABELS)
      .optional()
      .describe('Ids of all labels of the chat: it gets these labels and loses the others.'),
  })
  .meta({ example: { instance_id: EXAMPLE_CHAT.instance_id, chat_id: EXAMPLE_CHAT.id, archived: true } });
export type UpdateChat = z.output<typeof UpdateChat>;
