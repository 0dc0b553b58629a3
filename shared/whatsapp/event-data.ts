import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { Batch } from './batch';
import { Chat } from './chat';
import { Contact } from './contact';
import { exampleId } from './fields';
import { Group, JoinRequest } from './group';
import { EXAMPLE_SUMMARY, Instance, InstanceSummary } from './instance';
import { Media } from './media';
import { Message } from './message';
import { EXAMPLE_PARTY, Party } from './party';
import { Template } from './template';

const told = { instance: InstanceSummary.describe('The instance it happened on.') };
const changed = { ...told, previous: z.record(z.string(), z.unknown()).describe('Old values of what changed.') };

const exampleOf = (schema: z.ZodType) => schema.meta()?.['example'] as Record<string, unknown>;
const TOLD = { instance: EXAMPLE_SUMMARY };
const withExample = <T extends z.ZodType>(data: T, base: object, more: object = {}): T =>
  data.meta({ example: { ...base, ...TOLD, ...more } });

/** An object with the instance it belongs to. */
const about = <S extends z.ZodRawShape, M extends z.ZodRawShape>(
  object: z.ZodObject<S, z.core.$strict>,
  more: M,
  example: object = {},
) => withExample(object.extend({ ...told, ...more }), exampleOf(object), example);
const change = <S extends z.ZodRawShape>(object: z.ZodObject<S, z.core.$strict>, previous: object) =>
  withExample(object.extend(changed), exampleOf(object), { previous });

export const InstanceEvent = about(Instance, {});
export const InstanceChanged = change(Instance, { status: 'connecting' });
export const QrUpdated = withExample(
  z.strictObject({
    instance_id: idOf(ID_PREFIXES.instance).describe('The instance.'),
    attempt: z.number().int().min(0).describe('Which code it is, from 1.'),
    expires_at: timestamp().describe('When the next one takes its place.'),
    ...told,
  }),
  { instance_id: exampleId(ID_PREFIXES.instance), attempt: 1, expires_at: '2026-11-21T09:31:00.000Z' },
);

const RECEIVED = {
  direction: 'inbound',
  origin: 'phone',
  status: 'received',
  status_history: [],
  provider_message_id: 'wamid.HBgLMTU1NTAxMDAwMDA',
  from: EXAMPLE_PARTY,
  client_ref: null,
  expires_at: null,
};
export const MessageReceived = about(Message, {}, RECEIVED);
export const MessageEchoed = about(Message, {}, { origin: 'phone', status: 'sent', status_history: [] });
export const MessageChanged = change(Message, { content: { type: 'text', text: 'Helo' } });
export const MessageStatusChanged = about(
  Message,
  {
    previous: changed.previous,
    participant: Party.nullable().describe('Who of a group it is told of.'),
  },
  { previous: { status: 'sending' }, participant: null },
);

const reaction = z
  .strictObject({
    party: Party.describe('Who reacted.'),
    emoji: z.string().nullable().describe('The emoji; null where it was taken back.'),
  })
  .describe('The reaction.');
export const MessageReacted = z
  .union([
    Message.extend({ ...told, reaction }),
    z.strictObject({
      provider_message_id: z.string().describe('The message, which is not known here.'),
      ...told,
      reaction,
    }),
  ])
  .meta({ example: { ...exampleOf(Message), ...TOLD, reaction: { party: EXAMPLE_PARTY, emoji: '👍' } } });

const POLL = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 };
export const PollVoted = about(
  Message,
  {
    vote: z
      .strictObject({
        party: Party.describe('Who voted.'),
        options: z.array(z.string()).describe('The chosen answers; none where the vote was taken back.'),
      })
      .describe('The vote.'),
  },
  { type: 'poll', content: POLL, vote: { party: EXAMPLE_PARTY, options: ['Monday'] } },
);

export const MediaEvent = about(
  Media,
  { message_id: idOf(ID_PREFIXES.message).nullable().describe('The message it belongs to.') },
  { message_id: exampleId(ID_PREFIXES.message) },
);

export const ChatChanged = change(Chat, { unread_count: 1 });
export const PRESENCE_STATES = ['available', 'unavailable', 'typing', 'recording', 'paused'] as const;
export const PresenceUpdated = withExample(
  z.strictObject({
    party: Party.describe('Who.'),
    state: z.enum(PRESENCE_STATES).describe('What the person does.'),
    last_seen_at: timestamp().nullable().describe('When the person was last online, where it is shown.'),
    ...told,
  }),
  { party: EXAMPLE_PARTY, state: 'typing', last_seen_at: null },
);

export const ContactChanged = change(Contact, { name: null });
export const ContactMerged = about(
  Contact,
  {
    merged_from_id: idOf(ID_PREFIXES.contact).describe(
      'The contact that proved to be the same; its id goes on working.',
    ),
  },
  { merged_from_id: 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0d' },
);

export const GROUP_ACTIONS = [
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
  previous: changed.previous,
  action: z.enum(GROUP_ACTIONS).describe('What happened.'),
  affected: z.array(Party).describe('Whom it happened to.'),
  actor: Party.nullable().describe('Who did it, where that is known.'),
};
export const GroupEvent = about(Group, groupFacts, { previous: {}, action: 'updated', affected: [], actor: null });
export const GroupJoinRequested = about(
  Group,
  { ...groupFacts, join_requests: z.array(JoinRequest).describe('The requests.') },
  {
    previous: {},
    action: 'join_requested',
    affected: [EXAMPLE_PARTY],
    actor: null,
    join_requests: [{ id: '15550100000', party: EXAMPLE_PARTY, created_at: '2026-11-21T09:30:00.000Z' }],
  },
);

export const TemplateChanged = change(Template, { status: 'pending' });
export const BatchEvent = about(Batch, {}, { status: 'completed', completed_at: '2026-11-21T09:40:00.000Z' });
export const CallReceived = withExample(
  z.strictObject({
    party: Party.describe('Who calls.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('The group that is called.'),
    is_video: z.boolean().describe('With a picture.'),
    status: z.string().describe('The provider’s state of the call.'),
    rejected: z.boolean().describe('The call was rejected by the settings.'),
    ...told,
  }),
  { party: EXAMPLE_PARTY, group_id: null, is_video: false, status: 'offer', rejected: false },
);
