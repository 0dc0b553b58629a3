import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { Batch } from './batch';
import { Call } from './call';
import { Chat } from './chat';
import { Label } from './chat-label';
import { Contact } from './contact';
import { exampleId } from './fields';
import { Group, JoinRequest } from './group';
import { EXAMPLE_SUMMARY, Instance, InstanceSummary } from './instance';
import { Media } from './media';
import { Message } from './message';
import { EXAMPLE_PARTY, Party } from './party';
import { Template } from './template';

const base = { instance: InstanceSummary.describe('Instance of the event.') };
const previous = z.record(z.string(), z.unknown()).describe('Previous values of the fields that changed.');

const exampleOf = (schema: z.ZodType) => schema.meta()?.['example'] as Record<string, unknown>;
const TOLD = { instance: EXAMPLE_SUMMARY };

const about = <S extends z.ZodRawShape, M extends z.ZodRawShape>(
  id: string,
  object: z.ZodObject<S, z.core.$strict>,
  more: M,
  example: object = {},
) =>
  object
    .extend({ ...base, ...more })
    .meta({ id, extends: object.meta()?.id, example: { ...exampleOf(object), ...TOLD, ...example } });
const change = <S extends z.ZodRawShape>(id: string, object: z.ZodObject<S, z.core.$strict>, was: object) =>
  about(id, object, { previous }, { previous: was });

export const InstanceEvent = about('WhatsAppInstanceEvent', Instance, {});
export const InstanceChanged = change('WhatsAppInstanceChange', Instance, { status: 'connecting' });
export const QrUpdated = z
  .strictObject({
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    attempt: z.number().int().min(0).describe('Number of the code in this pairing attempt, from 1.'),
    expires_at: timestamp().describe('Time when the next code replaces this one.'),
    ...base,
  })
  .meta({
    id: 'WhatsAppQrUpdate',
    example: {
      instance_id: exampleId(ID_PREFIXES.instance),
      attempt: 1,
      expires_at: '2026-11-21T09:31:00.000Z',
      ...TOLD,
    },
  });

export const HistorySynced = z
  .strictObject({
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    chats: z.number().int().min(0).describe('Number of chats that the phone sent.'),
    contacts: z.number().int().min(0).describe('Number of contacts that the phone sent.'),
    messages: z.number().int().min(0).describe('Number of messages that the phone sent.'),
    ...base,
  })
  .meta({
    id: 'WhatsAppHistorySync',
    example: { instance_id: exampleId(ID_PREFIXES.instance), chats: 12, contacts: 80, messages: 450, ...TOLD },
  });
export const PasskeyStep = z
  .strictObject({
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    expires_at: timestamp().describe('Time until which the answer is accepted.'),
    ...base,
  })
  .meta({
    id: 'WhatsAppPasskeyStep',
    example: { instance_id: exampleId(ID_PREFIXES.instance), expires_at: '2026-11-21T09:35:00.000Z', ...TOLD },
  });

const RECEIVED = {
  direction: 'inbound',
  origin: 'phone',
  status: 'received',
  status_history: [],
  provider_message_id: 'wamid.HBgLMTU1NTAxMDAwMDA',
  from: EXAMPLE_PARTY,
  client_reference: null,
  expires_at: null,
};
export const MessageReceived = about('WhatsAppReceivedMessage', Message, {}, RECEIVED);
export const MessageEchoed = about(
  'WhatsAppEchoedMessage',
  Message,
  {},
  { origin: 'phone', status: 'sent', status_history: [] },
);
export const MessageChanged = change('WhatsAppMessageChange', Message, { content: { type: 'text', text: 'Helo' } });
export const MessageStatusChanged = about(
  'WhatsAppMessageStatusChange',
  Message,
  {
    previous,
    participant: Party.nullable().describe('Group participant whose status changed; null in direct chats.'),
  },
  { previous: { status: 'sending' }, participant: null },
);

const reaction = z
  .strictObject({
    party: Party.describe('Person who reacted.'),
    emoji: z.string().nullable().describe('Emoji; null if the reaction was removed.'),
  })
  .describe('Reaction to the message.');
export const MessageReacted = z
  .union([
    Message.extend({ ...base, reaction }).meta({ extends: Message.meta()?.id }),
    z.strictObject({
      provider_message_id: z
        .string()
        .describe('Id of the message at the provider. The message is unknown in Switchboard.'),
      ...base,
      reaction,
    }),
  ])
  .meta({
    id: 'WhatsAppReaction',
    example: { ...exampleOf(Message), ...TOLD, reaction: { party: EXAMPLE_PARTY, emoji: '👍' } },
  });

const POLL = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 };
export const PollVoted = about(
  'WhatsAppPollVote',
  Message,
  {
    vote: z
      .strictObject({
        party: Party.describe('Person who voted.'),
        options: z.array(z.string()).describe('Chosen options; empty if the vote was removed.'),
      })
      .describe('Vote in the poll.'),
  },
  { type: 'poll', content: POLL, vote: { party: EXAMPLE_PARTY, options: ['Monday'] } },
);

export const MediaEvent = about(
  'WhatsAppMediaEvent',
  Media,
  { message_id: idOf(ID_PREFIXES.message).nullable().describe('Id of the message that contains the file.') },
  { message_id: exampleId(ID_PREFIXES.message) },
);

export const ChatEvent = about('WhatsAppChatEvent', Chat, {});
export const ChatChanged = change('WhatsAppChatChange', Chat, { unread_count: 1 });
export const LabelEvent = about('WhatsAppLabelEvent', Label, {});
export const LabelChanged = change('WhatsAppLabelChange', Label, { name: 'Customer' });

const PRESENCE_STATES = ['available', 'unavailable', 'typing', 'recording', 'paused'] as const;
export const PresenceUpdated = z
  .strictObject({
    party: Party.describe('Person whose presence changed.'),
    state: z.enum(PRESENCE_STATES).describe('Current presence of the person.'),
    last_seen_at: timestamp().nullable().describe('Time when the person was last online; null if not visible.'),
    ...base,
  })
  .meta({
    id: 'WhatsAppPresence',
    example: { party: EXAMPLE_PARTY, state: 'typing', last_seen_at: null, ...TOLD },
  });

export const ContactChanged = change('WhatsAppContactChange', Contact, { name: null });
export const ContactMerged = about(
  'WhatsAppMergedContact',
  Contact,
  {
    merged_from_id: idOf(ID_PREFIXES.contact).describe(
      'Id of the contact that was merged into this one. The old id still works.',
    ),
  },
  { merged_from_id: 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0d' },
);

const GROUP_ACTIONS = [
  'created',
  'creation_failed',
  'updated',
  'added',
  'removed',
  'promoted',
  'demoted',
  'join_requested',
  'left',
  'deleted',
  'suspended',
  'resumed',
] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];

const groupFacts = {
  previous,
  action: z.enum(GROUP_ACTIONS).describe('Action in the group.'),
  affected: z.array(Party).describe('People affected by the action.'),
  actor: Party.nullable().describe('Person who did the action; null if unknown.'),
};
export const GroupEvent = about('WhatsAppGroupEvent', Group, groupFacts, {
  previous: {},
  action: 'updated',
  affected: [],
  actor: null,
});
export const GroupJoinRequested = about(
  'WhatsAppGroupJoinRequests',
  Group,
  { ...groupFacts, join_requests: z.array(JoinRequest).describe('Pending join requests.') },
  {
    previous: {},
    action: 'join_requested',
    affected: [EXAMPLE_PARTY],
    actor: null,
    join_requests: [{ id: '15550100000', party: EXAMPLE_PARTY, created_at: '2026-11-21T09:30:00.000Z' }],
  },
);

export const TemplateChanged = change('WhatsAppTemplateChange', Template, { status: 'pending' });
export const BatchEvent = about(
  'WhatsAppBatchEvent',
  Batch,
  {},
  { status: 'completed', completed_at: '2026-11-21T09:40:00.000Z' },
);
export const CallReceived = about('WhatsAppCallEvent', Call, {});
