import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { EXAMPLE_MESSAGE, Message } from './message';

export const CHAT_TYPES = ['direct', 'group', 'broadcast'] as const;
export const TYPING_STATES = ['typing', 'recording', 'paused'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

export const ChatLabel = z.strictObject({
  id: idOf(ID_PREFIXES.label).describe('Id of the label.'),
  name: z.string().describe('Its name.'),
});
export type ChatLabel = z.output<typeof ChatLabel>;

export const Chat = z
  .strictObject({
    id: idOf(ID_PREFIXES.chat).describe('Id of the chat.'),
    object: z.literal('whatsapp.chat').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Its instance.'),
    type: z.enum(CHAT_TYPES).describe('With whom it is.'),
    provider_chat_id: z.string().describe('Id at the provider.'),
    title: z.string().describe('Name of the person or group.'),
    contact_id: idOf(ID_PREFIXES.contact).nullable().describe('The other person.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('The group.'),
    unread_count: z.number().int().min(0).describe('Messages that were not read.'),
    archived: z.boolean().describe('Out of the list.'),
    pinned: z.boolean().describe('At the top of the list.'),
    muted_until: timestamp().nullable().describe('Until when it makes no sound.'),
    labels: z.array(ChatLabel).describe('Its labels.'),
    last_message: Message.nullable().describe('Its newest message.'),
    window_expires_at: timestamp()
      .nullable()
      .describe('Until when `cloud` takes more than templates; null while that is not known.'),
    typing: z
      .enum(['typing', 'recording'])
      .nullable()
      .describe('What the other side sees this one do right now. Only `sandbox` tells, and events do not.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
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
export const EXAMPLE_CHAT = Chat.meta()?.['example'] as Chat;
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
    .describe('Whether archived chats are listed.')
    .meta({ example: 'any' }),
  unread: z.boolean().optional().describe('Only chats with unread messages, or only those without.'),
  q: text(200).optional().describe('Part of the title, whatever the case.').meta({ example: 'sheena' }),
});
export type ListChats = z.output<typeof ListChats>;

export const MAX_TYPING_MS = 25_000;
export const SetTyping = z
  .strictObject({
    ...ChatId.shape,
    state: z.enum(TYPING_STATES).describe('What is shown.'),
    duration_ms: z
      .number()
      .int()
      .min(0)
      .max(MAX_TYPING_MS)
      .default(10_000)
      .describe('How long it is shown.')
      .meta({ example: 10_000 }),
  })
  .meta({ example: { instance_id: EXAMPLE_CHAT.instance_id, chat_id: EXAMPLE_CHAT.id, state: 'typing' } });
export type SetTyping = z.output<typeof SetTyping>;
