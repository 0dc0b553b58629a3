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
const target = messageReference().describe('Message: its id, or its id at the provider.');

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
    type: z.literal('list_reply').describe('A reply to a list.'),
    id: text(200).describe('Id of the row.'),
    title: text(24).describe('Title of the row.'),
    description: text(72).optional().describe('Description of the row.'),
  }),
  z.strictObject({ type: z.literal('undecryptable').describe('A message that cannot be decrypted yet.') }),
  z.strictObject({
    type: z.literal('unsupported').describe('A message type that Switchboard does not support.'),
    provider_type: text(100).optional().describe('Type name of the provider.'),
  }),
]);
export type SandboxContent = z.output<typeof SandboxContent>;

const simulated = <T extends string, S extends z.ZodRawShape>(type: T, what: string, shape: S) =>
  z.strictObject({ type: z.literal(type).describe(what), ...shape });

const GroupEvent = simulated('group', 'An action in a group.', {
  action: z
    .enum(['add', 'remove', 'promote', 'demote', 'join_request', 'leave', 'delete', 'suspend', 'resume'])
    .describe('Action in the group. `leave`: the account itself leaves.'),
  participants: z
    .array(personAddress())
    .max(50)
    .optional()
    .describe('People affected by the action.')
    .meta({ example: ['+15550100000'] }),
});

const PersonEvent = z
  .discriminatedUnion('type', [
    simulated('message', 'A person sends a message.', {
      content: SandboxContent.describe('Content of the message.'),
      reply_to: target.optional(),
      forwarded: z.boolean().optional().describe('True if the message is forwarded.'),
    }),
    simulated('reaction', 'A person reacts to a message.', {
      message_id: target,
      emoji: emoji().describe('Emoji; empty to remove the reaction.'),
    }),
    simulated('edit', 'A received message is edited.', {
      message_id: target,
      text: text(MAX_TEXT).describe('New text.'),
    }),
    simulated('delete', 'A received message is deleted for everyone.', { message_id: target }),
    simulated('poll_vote', 'A person votes in a poll.', {
      message_id: target,
      options: z.array(text(100)).max(12).describe('Chosen options; empty to remove the vote.'),
    }),
    simulated('button_reply', 'A person presses a button.', {
      message_id: target.optional(),
      id: text(256).describe('Id of the button.'),
      title: text(20).describe('Label of the button.'),
    }),
    simulated('status', 'A status update of a sent message arrives.', {
      message_id: target,
      status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']).describe('New status of the message.'),
      error_code: z.enum(SEND_ERROR_CODES).optional().describe('Error code, with `failed`.'),
    }),
    simulated('call', 'A person calls.', {
      is_video: z.boolean().optional().describe('True for a video call.'),
    }),
    simulated('number_changed', 'The person changes the phone number.', {
      new_phone: phoneInput().describe('New phone number.'),
    }),
    simulated('identity_changed', 'The person changes the phone, so that the identity key changes.', {}),
  ])
  .meta({ example: { type: 'message', content: { type: 'text', text: 'Hello' } } });

const inbound = {
  from: personAddress().describe('Person who causes the event.'),
  name: text(100).optional().describe('Name that the person set on WhatsApp.'),
  repeat: z.number().int().min(1).max(1000).default(1).describe('Number of repetitions.').meta({ example: 1 }),
  duplicate: z.boolean().default(false).describe('True to deliver each event twice.').meta({ example: false }),
};
const group = idOf(ID_PREFIXES.group).describe('Id of the group in which the event happens.');
const inboundOf = <S extends z.core.$ZodLooseShape>(shape: S) =>
  [
    z.strictObject({
      ...shape,
      ...inbound,
      group_id: group.optional(),
      event: PersonEvent.describe('Event to simulate.'),
    }),
    z.strictObject({ ...shape, ...inbound, group_id: group, event: GroupEvent.describe('Event to simulate.') }),
  ] as const;
const EXAMPLE_INBOUND = {
  from: '+15550100000',
  event: { type: 'message', content: { type: 'text', text: 'Hello' } },
};
/** Events of a group require the group. */
export const SandboxInboundBody = oneOf(inboundOf({}), { example: EXAMPLE_INBOUND });
export const SandboxInbound = oneOf(inboundOf(instanceId), { example: { instance_id, ...EXAMPLE_INBOUND } });
export type SandboxInbound = z.output<typeof SandboxInbound>;

export const SandboxResults = z
  .strictObject({
    data: z
      .array(
        z.strictObject({
          type: z.string().describe('Type of the simulated event.'),
          message_id: idOf(ID_PREFIXES.message).nullable().describe('Id of the message that was created or changed.'),
          chat_id: idOf(ID_PREFIXES.chat).nullable().describe('Id of the chat.'),
          contact_id: idOf(ID_PREFIXES.contact).nullable().describe('Id of the contact who caused the event.'),
        }),
      )
      .describe('Results, one for each repetition.'),
  })
  .meta({
    id: 'WhatsAppSandboxResults',
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
export type SandboxResults = z.output<typeof SandboxResults>;

export const AdvanceSandbox = z
  .strictObject({
    ...instanceId,
    seconds: z.number().int().min(1).max(2_592_000).describe('Seconds to advance the sandbox clock.'),
  })
  .meta({ example: { instance_id, seconds: 3600 } });
export type AdvanceSandbox = z.output<typeof AdvanceSandbox>;
