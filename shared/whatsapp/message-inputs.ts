import { z } from 'zod';

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
  aheadMs: MAX_AHEAD_DAYS * 86_400_000,
  expiresSeconds: 86_400,
  forwards: 5,
  queued: 50_000,
} as const;
export const EVERYONE = 'everyone';

export const clientRef = () => text(512).meta({ minLength: 1, maxLength: 512, example: 'order-42' });

export const MessageId = z.strictObject({
  ...instanceId,
  message_id: idOf(ID_PREFIXES.message).describe('Id of the message.'),
});
export type MessageId = z.output<typeof MessageId>;
const messageId = MessageId.shape;

export const NewMessage = z.strictObject({
  to: recipient().describe('Phone number, id of a contact, group or chat, JID, or BSUID.'),
  content: SendContent.describe('What it says.'),
  reply_to: messageReference().optional().describe('The message it answers: its id here, or the provider’s.'),
  client_ref: clientRef().optional().describe('Your own id of it; every event of the message has it.'),
  schedule_at: timeInput('2026-11-28T09:00:00Z')
    .optional()
    .describe(`When to send it, at most ${MAX_AHEAD_DAYS} days ahead; at once when absent.`),
  expires_in_seconds: z
    .number()
    .int()
    .min(1)
    .max(2_592_000)
    .default(SEND_LIMITS.expiresSeconds)
    .describe('Given up if it is not sent so long after it was due.')
    .meta({ example: SEND_LIMITS.expiresSeconds }),
  mentions: z
    .union([z.array(personAddress()).min(1).max(256), z.array(z.literal(EVERYONE)).length(1)])
    .optional()
    .describe('People of a group who are named in it, or `["everyone"]`.')
    .meta({ example: ['+15550100000'] }),
  simulate_typing_ms: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Show “typing” so long before it is sent.'),
  metadata: MetadataInput.optional().describe('Your own pairs; every event of the message has them.'),
  fallback: z
    .enum(['none', 'text'])
    .default('none')
    .describe('`text`: buttons and lists go out as numbered text where the driver lacks them.')
    .meta({ example: 'none' }),
});
export type NewMessage = z.output<typeof NewMessage>;

const GREETING = { to: '+15550100000', content: { type: 'text', text: 'Hello' } };
const instance_id = exampleId(ID_PREFIXES.instance);
export const SendMessage = NewMessage.extend(instanceId).meta({ example: { instance_id, ...GREETING } });
export type SendMessage = z.output<typeof SendMessage>;

/** A body to send for each type of content. */
export const SEND_EXAMPLES = Object.fromEntries(
  Object.entries(CONTENT_SCHEMAS).map(([type, schema]) => [
    type,
    { to: GREETING.to, content: schema.meta()?.['example'] },
  ]),
);

export const messageFilters = {
  chat_id: idOf(ID_PREFIXES.chat).optional().describe('Only messages of this chat.'),
  contact_id: idOf(ID_PREFIXES.contact).optional().describe('Only messages from or to this contact.'),
  group_id: idOf(ID_PREFIXES.group).optional().describe('Only messages of this group.'),
  direction: z.enum(DIRECTIONS).optional().describe('Only messages of this direction.'),
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
    .describe('Only messages of these states.')
    .meta({ example: ['failed'] }),
  client_ref: clientRef().optional().describe('Only messages with this id of yours.'),
  q: text(200).optional().describe('Only messages with all of these words.').meta({ example: 'invoice' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only messages made after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only messages made before this time.'),
};
export const MESSAGE_SORTS = ['-created_at', 'created_at'] as const;
const sort = z
  .enum(MESSAGE_SORTS)
  .default('-created_at')
  .describe('Order; `-` is the newest first.')
  .meta({ example: '-created_at' });

export const ListMessages = z.strictObject({ ...instanceId, ...pageQuery, ...messageFilters, sort });
export type ListMessages = z.output<typeof ListMessages>;
/** The same over all instances. */
export const SearchMessages = z.strictObject({ ...pageQuery, ...messageFilters, sort });
export type SearchMessages = z.output<typeof SearchMessages>;
export const MessagePage = pageOf(Message);

export const EditMessage = z
  .strictObject({ ...messageId, text: text(MAX_TEXT).describe('The new text or caption.').meta({ example: 'Hello!' }) })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, text: 'Hello!' } });
export type EditMessage = z.output<typeof EditMessage>;

export const DeleteMessage = z.strictObject({
  ...messageId,
  for: z
    .enum(['everyone', 'me'])
    .default('everyone')
    .describe('Whether it also goes from the phones of others.')
    .meta({ example: 'everyone' }),
});
export type DeleteMessage = z.output<typeof DeleteMessage>;

export const ReactToMessage = z
  .strictObject({ ...messageId, emoji: emoji().describe('The emoji; empty takes it back.') })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, emoji: '👍' } });
export type ReactToMessage = z.output<typeof ReactToMessage>;

export const ForwardMessage = z
  .strictObject({
    ...messageId,
    to: z
      .array(recipient())
      .min(1)
      .max(SEND_LIMITS.forwards)
      .describe('To whom: phone numbers, ids, JIDs or BSUIDs.')
      .meta({ example: ['+15550100000'] }),
  })
  .meta({ example: { instance_id, message_id: EXAMPLE_MESSAGE.id, to: ['+15550100000'] } });
export type ForwardMessage = z.output<typeof ForwardMessage>;

export const ReadMessage = z.strictObject({
  ...messageId,
  typing: z.boolean().default(false).describe('Also show “typing”.').meta({ example: false }),
});
export type ReadMessage = z.output<typeof ReadMessage>;

export const MessageList = z
  .strictObject({ data: z.array(Message).describe('One message for each recipient, in their order.') })
  .meta({ id: 'WhatsAppMessages', example: { data: [EXAMPLE_MESSAGE] } });
export type MessageList = z.output<typeof MessageList>;

export const RetriedMessage = z
  .strictObject({
    message: Message.describe('The message, queued again.'),
    may_duplicate: z.boolean().describe('An earlier attempt may have reached the recipient.'),
  })
  .meta({
    id: 'WhatsAppRetriedMessage',
    example: { message: { ...EXAMPLE_MESSAGE, attempt: 2 }, may_duplicate: true },
  });
export type RetriedMessage = z.output<typeof RetriedMessage>;
