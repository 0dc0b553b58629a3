import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf } from '../page';
import { boundedText, idOf, timestamp } from '../text';
import { exampleId } from './fields';
import { EXAMPLE_PARTY, Party } from './party';

export const GROUP_STATUSES = ['pending', 'active', 'suspended', 'left', 'deleted'] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];
const PARTICIPANT_ROLES = ['member', 'admin', 'owner'] as const;
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];
export const MEMBER_ADD_MODES = ['all', 'admins'] as const;
/** Zero means forever; otherwise a day, a week, 90 days. */
export const EPHEMERAL_SECONDS = [0, 86_400, 604_800, 7_776_000] as const;
/** `changed`: maximum participants or join requests per call. */
export const GROUP_LIMITS = { changed: 50, subject: 100, description: 2048 } as const;

export const Participant = z.strictObject({
  party: Party.describe('Person in the group.'),
  role: z.enum(PARTICIPANT_ROLES).describe('Role of the person.'),
  joined_at: timestamp().nullable().describe('Time of joining; null if unknown.'),
});
export type Participant = z.output<typeof Participant>;
const EXAMPLE_PARTICIPANT: Participant = { party: EXAMPLE_PARTY, role: 'member', joined_at: null };

export const Group = z
  .strictObject({
    id: idOf(ID_PREFIXES.group).describe('Id of the group.'),
    object: z.literal('whatsapp.group').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    provider_group_id: z.string().nullable().describe('Id of the group at the provider; null while `pending`.'),
    status: z.enum(GROUP_STATUSES).describe('Status of the group. `pending`: the provider has not created it yet.'),
    subject: boundedText(GROUP_LIMITS.subject).describe('Name of the group.'),
    description: boundedText(GROUP_LIMITS.description).nullable().describe('Description of the group.'),
    owner: Party.nullable().describe('Creator of the group.'),
    picture_url: z.string().nullable().describe('URL of the group picture.'),
    admins_only_messages: z.boolean().describe('True if only admins can send messages.'),
    admins_only_settings: z.boolean().describe('True if only admins can change the group settings.'),
    join_approval: z.boolean().describe('True if admins must approve join requests.'),
    member_add_mode: z.enum(MEMBER_ADD_MODES).nullable().describe('Members who can add people.'),
    message_lifetime_seconds: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Lifetime of messages in seconds; 0 for no limit.'),
    size: z.number().int().min(0).describe('Number of participants.'),
    participants: z.array(Participant).describe('Participants of the group.'),
    invite_link: z.string().meta({ format: 'uri' }).nullable().describe('Invite link; null if unknown.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
  })
  .meta({
    id: 'WhatsAppGroup',
    example: {
      id: exampleId(ID_PREFIXES.group),
      object: 'whatsapp.group',
      instance_id: exampleId(ID_PREFIXES.instance),
      provider_group_id: '120363025246125486@g.us',
      status: 'active',
      subject: 'Crew',
      description: null,
      owner: null,
      picture_url: null,
      admins_only_messages: false,
      admins_only_settings: false,
      join_approval: false,
      member_add_mode: 'all',
      message_lifetime_seconds: 0,
      size: 1,
      participants: [EXAMPLE_PARTICIPANT],
      invite_link: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Group = z.output<typeof Group>;
export const GroupPage = pageOf(Group);
export const ParticipantPage = pageOf(Participant);

/** Codes that are not errors of sending. */
export const PARTICIPANT_CODES = [
  'ok',
  'invite_required',
  'already_member',
  'recently_left',
  'blocked_by_participant',
  'not_on_whatsapp',
  'failed',
] as const;
export type ParticipantCode = (typeof PARTICIPANT_CODES)[number];

export const ParticipantResults = z
  .strictObject({
    results: z
      .array(
        z.strictObject({
          to: z.string().describe('Person as given in the request.').meta({ minLength: 1, maxLength: 200 }),
          contact_id: idOf(ID_PREFIXES.contact).nullable().describe('Id of the contact.'),
          ok: z.boolean().describe('True if the change succeeded.'),
          code: z.enum(PARTICIPANT_CODES).describe('Result code.'),
          provider_code: z.string().nullable().describe('Error code of the provider, with `failed`.'),
          invite: z.string().nullable().describe('Invite link to send to the person, with `invite_required`.'),
        }),
      )
      .describe('Results, one for each person, in the order of the request.')
      .meta({ minItems: 1, maxItems: GROUP_LIMITS.changed }),
  })
  .meta({
    id: 'WhatsAppParticipantResults',
    example: {
      results: [
        {
          to: '+15550100000',
          contact_id: EXAMPLE_PARTY.contact_id,
          ok: true,
          code: 'ok',
          provider_code: null,
          invite: null,
        },
      ],
    },
  });
export type ParticipantResults = z.output<typeof ParticipantResults>;

export const InviteLink = z
  .strictObject({ invite_link: z.string().describe('Invite link.').meta({ format: 'uri' }) })
  .meta({ id: 'WhatsAppInviteLink', example: { invite_link: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' } });
export type InviteLink = z.output<typeof InviteLink>;

export const GroupPreview = z
  .strictObject({
    provider_group_id: z.string().nullable().describe('Id of the group at the provider.'),
    subject: boundedText(GROUP_LIMITS.subject).describe('Name of the group.'),
    description: boundedText(GROUP_LIMITS.description).nullable().describe('Description of the group.'),
    size: z.number().int().min(0).nullable().describe('Number of participants.'),
    join_approval: z.boolean().describe('True if admins must approve join requests.'),
  })
  .meta({
    id: 'WhatsAppGroupPreview',
    example: {
      provider_group_id: '120363025246125486@g.us',
      subject: 'Crew',
      description: null,
      size: 12,
      join_approval: false,
    },
  });
export type GroupPreview = z.output<typeof GroupPreview>;

export const JoinRequest = z.strictObject({
  id: z.string().describe('Id of the join request.').meta({ example: '15550100000' }),
  party: Party.describe('Person who wants to join.'),
  created_at: timestamp().describe('Time of the request.'),
});
export type JoinRequest = z.output<typeof JoinRequest>;
export const JoinRequestPage = pageOf(JoinRequest);

export const JoinRequestResults = z
  .strictObject({
    results: z
      .array(
        z.strictObject({
          id: z.string().describe('Id of the join request as given.').meta({ minLength: 1, maxLength: 256 }),
          ok: z.boolean().describe('True if the change succeeded.'),
          code: z.enum(['ok', 'group_join_request_unknown', 'failed']).describe('Result code.'),
        }),
      )
      .describe('Results, one for each join request, in the order given.')
      .meta({ minItems: 1, maxItems: GROUP_LIMITS.changed }),
  })
  .meta({ id: 'WhatsAppJoinRequestResults', example: { results: [{ id: '15550100000', ok: true, code: 'ok' }] } });
export type JoinRequestResults = z.output<typeof JoinRequestResults>;
