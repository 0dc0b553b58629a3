import { z } from 'zod';

import { DAY_MS } from '../durations';
import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timeInput } from '../text';
import { CONTENT_SCHEMAS, MESSAGE_TYPES, SendContent } from './content';
import { emoji, MAX_TEXT, messageReference } from './content-simple';
import { exampleId, MetadataInput } from './fields';
import { instanceId } from './instance-inputs';
import { DIRECTIONS, EXAMPLE_MESSAGE, Message, MESSAGE_STATUSES } from './message';
import { personAddress, recipient } from './party';

const MAX_AHEAD_DAYS = 30;
export const SEND_LIMITS = {
  aheadMs: MAX_AHEAD_DAYS * DAY_MS,
  expiresSeconds: 86_400,
  forwards: 5,
  queued: 50_000,
} as const;
export const EVERYONE = 'everyone';

export const clientReference = () => text(512).meta({ minLength: 1, maxLength: 512, example: 'order-42' });

export const MessageId = z.strictObject({
  ...instanceId,
  message_id: idOf(ID_PREFIXES.message).describe('Id of the message.'),
});
export type MessageId = z.output<typeof MessageId>;
const messageId = MessageId.shape;

const NewMessage = z.strictObject({
  to: recipient().describe('Recipient: a phone number, an id of a contact, group or chat, a JID or a BSUID.'),
  content: SendContent.describe('Content of the message.'),
  reply_to: messageReference().optional().describe('Message to reply to: its id, or its id at the provider.'),
  client_reference: clientReference()
    .optional()
    .describe('Your own reference for the message. Every event of the message includes it.'),
  schedule_at: timeInput('2026-11-28T09:00:00Z')
    .optional()
    .describe(`Time to send the message, at most ${MAX_AHEAD_DAYS} days ahead. Default: at once.`),
  expires_after_seconds: z
    .number()
    .int()
    .min(1)
    .max(2_592_000)
    .default(SEND_LIMITS.expiresSeconds)
    .describe('Seconds after the scheduled time at which an unsent message fails.')
    .meta({ example: SEND_LIMITS.expiresSeconds }),
  mentions: z
    .union([z.array(personAddress()).min(1).max(256), z.array(z.literal(EVERYONE)).length(1)])
    .optional()
    .describe('Group participants to mention, or `["everyone"]`.')
    .meta({ example: ['+15550100000'] }),
  simulate_typing_ms: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Milliseconds to show “typing” before the message is sent.'),
  metadata: MetadataInput.optional().describe('Metadata pairs of your own. Every event of the message includes them.'),
  fallback: z
    .enum(['none', 'text'])
    .default('none')
    .describe(
      'Fallback for buttons and lists that the driver does not support: `text` sends a numbered text, `none` rejects the message.',
    )
    .meta({ example: 'none' }),
});
type NewMessage = z.output<typeof NewMessage>;

const GREETING = { to: '+15550100000', content: { type: 'text', text: 'Hello' } };
const instance_id = exampleId(ID_PREFIXES.instance);
export const SendMessage = NewMessage.extend(instanceId).meta({ example: { instance_id, ...GREETING } });
export type SendMessage = z.output<typeof SendMessage>;

export const SEND_EXAMPLES = Object.fromEntries(
  Object.entries(CONTENT_SCHEMAS).map(([type, schema]) => [
    type,
    { to: GREETING.to, content: schema.meta()?.['example'] },
  ]),
);

const messageFilters = {
  chat_id: idOf(ID_PREFIXES.chat).optional().describe('Only messages of this chat.'),
  contact_id: idOf(ID_PREFIXES.contact).optional().describe('Only messages from or to this contact.'),
  group_id: idOf(ID_PREFIXES.group).optional().describe('Only messages of this group.'),
  direction: z.enum(DIRECTIONS).optional().describe('Only messages in this direction.'),
  type: z
    .array(z.enum(MESSAGE_TYPES))
    .min(1)
    .max(MESSAGE_TYPES.length)
    .optional()
    .describe('Only messages of these types.')
    .meta({ example: ['text'] }),
  status: z
    .array(z.enum(MESSAGE_STATUSES))
    .min(1)
    .max(MESSAGE_STATUSES.length)
    .optional()
    .describe('Only messages with one of these statuses.')
    .meta({ example: ['failed'] }),
  client_reference: clientReference().optional().describe('Only messages with this reference of yours.'),
  q: text(200).optional().describe('Words that the message must contain.').meta({ example: 'invoice' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only messages created after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only messages created before this time.'),
};
const MESSAGE_SORTS = ['-created_at', 'created_at'] as const;
const sort = z
  .enum(MESSAGE_SORTS)
  .default('-created_at')
  .describe('Sort order; `-created_at` is newest first.')
  .meta({ example: '-created_at' });

export const ListMessages = z.strictObject({ ...instanceId, ...pageQuery, ...messageFilters, sort });
export type ListMessages = z.output<typeof ListMessages>;
/** Searches all instances. */
export const SearchMessages = z.strictObject({ ...pageQuery, ...messageFilters, sort });
export type SearchMessages = z.output<typeof SearchMessages>;
export const MessagePage = pageOf(Message);

export const EditMessage = z
  .strictObject({ ...messageId, text: text(MAX_TEXT).describe('New text or caption.').meta({ example: 'Hello!' }) })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, text: 'Hello!' } });
export type EditMessage = z.output<typeof EditMessage>;

export const DeleteMessage = z.strictObject({
  ...messageId,
  for: z
    .enum(['everyone', 'me'])
    .default('everyone')
    .describe(
      'Scope of the deletion: `everyone` also deletes the message on the phones of others; `me` only in Switchboard and, on `web`, on the phone of the account.',
    )
    .meta({ example: 'everyone' }),
});
export type DeleteMessage = z.output<typeof DeleteMessage>;

export const ReactToMessage = z
  .strictObject({ ...messageId, emoji: emoji().describe('Emoji; empty to remove the reaction.') })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, emoji: '👍' } });
export type ReactToMessage = z.output<typeof ReactToMessage>;

export const ForwardMessage = z
  .strictObject({
    ...messageId,
    to: z
      .array(recipient())
      .min(1)
      .max(SEND_LIMITS.forwards)
      .describe('Recipients: phone numbers, ids, JIDs or BSUIDs.')
      .meta({ example: ['+15550100000'] }),
  })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, to: ['+15550100000'] } });
export type ForwardMessage = z.output<typeof ForwardMessage>;

export const ReadMessage = z.strictObject({
  ...messageId,
  typing: z.boolean().default(false).describe('True to also show “typing”.').meta({ example: false }),
});
export type ReadMessage = z.output<typeof ReadMessage>;

export const MessageList = z
  .strictObject({ data: z.array(Message).describe('Messages, one for each recipient, in the order of the request.') })
  .meta({ id: 'WhatsAppMessages', example: { data: [EXAMPLE_MESSAGE] } });
export type MessageList = z.output<typeof MessageList>;

export const RetriedMessage = z
  .strictObject({
    message: Message.describe('Message, queued again.'),
    may_duplicate: z.boolean().describe('True if an earlier attempt may have reached the recipient.'),
  })
  .meta({
    id: 'WhatsAppRetriedMessage',
    example: { message: { ...EXAMPLE_MESSAGE, attempt: 2 }, may_duplicate: true },
  });
export type RetriedMessage = z.output<typeof RetriedMessage>;
