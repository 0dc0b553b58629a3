import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { oneOf } from '../one-of';
import { idOf, text } from '../text';
import { ContactsContent } from './content-contacts';
import {
  AudioContent,
  DocumentContent,
  ImageContent,
  StickerContent,
  VideoContent,
  VoiceContent,
} from './content-media';
import { emoji, LocationContent, MAX_TEXT, messageReference, PollContent, TextContent } from './content-simple';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { personAddress, phoneInput } from './party';
import { SEND_ERROR_CODES } from './send-errors';

const instance_id = exampleId(ID_PREFIXES.instance);
const target = messageReference().describe('The message: its id here, or the provider’s.');

/** What a pretended person can write. */
export const SandboxContent = z.discriminatedUnion('type', [
  TextContent,
  ImageContent,
  VideoContent,
  AudioContent,
  VoiceContent,
  DocumentContent,
  StickerContent,
  LocationContent,
  ContactsContent,
  PollContent,
  z.strictObject({
    type: z.literal('list_reply').describe('A choice from a menu.'),
    id: text(200).describe('Id of the row.'),
    title: text(24).describe('Its title.'),
    description: text(72).optional().describe('Its small text.'),
  }),
  z.strictObject({ type: z.literal('undecryptable').describe('Something that cannot be read yet.') }),
  z.strictObject({
    type: z.literal('unsupported').describe('Something this service does not know.'),
    provider_type: text(100).optional().describe('The provider’s name of it.'),
  }),
]);
export type SandboxContent = z.output<typeof SandboxContent>;

const happening = <T extends string, S extends z.ZodRawShape>(type: T, what: string, shape: S) =>
  z.strictObject({ type: z.literal(type).describe(what), ...shape });

/** What happens in a group. */
const GroupEvent = happening('group', 'Something happens in the group.', {
  action: z
    .enum(['add', 'remove', 'promote', 'demote', 'join_request', 'leave', 'delete', 'suspend', 'resume'])
    .describe('What happens; `leave` is this account’s own.'),
  participants: z
    .array(personAddress())
    .max(50)
    .optional()
    .describe('To whom.')
    .meta({ example: ['+15550100000'] }),
});

const PersonEvent = z
  .discriminatedUnion('type', [
    happening('message', 'A message comes.', {
      content: SandboxContent.describe('What it says.'),
      reply_to: target.optional(),
      forwarded: z.boolean().optional().describe('It was forwarded.'),
    }),
    happening('reaction', 'Somebody reacts.', {
      message_id: target,
      emoji: emoji().describe('The emoji; empty takes it back.'),
    }),
    happening('edit', 'A received message is changed.', {
      message_id: target,
      text: text(MAX_TEXT).describe('The new text.'),
    }),
    happening('delete', 'A received message is deleted for everyone.', { message_id: target }),
    happening('poll_vote', 'Somebody votes.', {
      message_id: target,
      options: z.array(text(100)).max(12).describe('The chosen answers; none takes the vote back.'),
    }),
    happening('button_reply', 'A button is pressed.', {
      message_id: target.optional(),
      id: text(256).describe('Id of the button.'),
      title: text(20).describe('What stands on it.'),
    }),
    happening('status', 'The network tells how far a message is.', {
      message_id: target,
      status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']).describe('The status.'),
      error_code: z.enum(SEND_ERROR_CODES).optional().describe('The reason, with `failed`.'),
    }),
    happening('call', 'Somebody calls.', {
      is_video: z.boolean().optional().describe('With a picture.'),
    }),
    happening('number_changed', 'The person has a new number.', {
      new_phone: phoneInput().describe('The new number.'),
    }),
    happening('identity_changed', 'The person has a new phone.', {}),
  ])
  .meta({ example: { type: 'message', content: { type: 'text', text: 'Hello' } } });

const inbound = {
  from: personAddress().describe('Who does it.'),
  name: text(100).optional().describe('Name that the person gives.'),
  repeat: z.number().int().min(1).max(1000).default(1).describe('How often it happens.').meta({ example: 1 }),
  duplicate: z.boolean().default(false).describe('The network delivers it twice.').meta({ example: false }),
};
const group = idOf(ID_PREFIXES.group).describe('The group it happens in.');
const inboundOf = <S extends z.core.$ZodLooseShape>(shape: S) =>
  [
    z.strictObject({ ...shape, ...inbound, group_id: group.optional(), event: PersonEvent.describe('What happens.') }),
    z.strictObject({ ...shape, ...inbound, group_id: group, event: GroupEvent.describe('What happens.') }),
  ] as const;
const EXAMPLE_INBOUND = {
  from: '+15550100000',
  event: { type: 'message', content: { type: 'text', text: 'Hello' } },
};
/** The body: an event of a group names the group. */
export const SandboxInboundBody = oneOf(inboundOf({}), { example: EXAMPLE_INBOUND });
export const SandboxInbound = oneOf(inboundOf(instanceId), { example: { instance_id, ...EXAMPLE_INBOUND } });
export type SandboxInbound = z.output<typeof SandboxInbound>;

export const SandboxHappened = z
  .strictObject({
    data: z
      .array(
        z.strictObject({
          type: z.string().describe('Type of the event as given.'),
          message_id: idOf(ID_PREFIXES.message).nullable().describe('The message that it made or changed.'),
          chat_id: idOf(ID_PREFIXES.chat).nullable().describe('Its chat.'),
          contact_id: idOf(ID_PREFIXES.contact).nullable().describe('Who did it.'),
        }),
      )
      .describe('What came of each repetition.'),
  })
  .meta({
    id: 'WhatsAppSandboxHappened',
    example: {
      data: [
        {
          type: 'message',
          message_id: exampleId(ID_PREFIXES.message),
          chat_id: exampleId(ID_PREFIXES.chat),
          contact_id: exampleId(ID_PREFIXES.contact),
        },
      ],
    },
  });
export type SandboxHappened = z.output<typeof SandboxHappened>;

export const AdvanceSandbox = z
  .strictObject({
    ...instanceId,
    seconds: z.number().int().min(1).max(2_592_000).describe('How far its clock goes forward.'),
  })
  .meta({ example: { instance_id, seconds: 3600 } });
export type AdvanceSandbox = z.output<typeof AdvanceSandbox>;
