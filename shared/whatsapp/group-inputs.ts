import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text } from '../text';
import { exampleId } from './fields';
import { EPHEMERAL_SECONDS, GROUP_LIMITS, GROUP_STATUSES, MEMBER_ADD_MODES } from './group';
import { instanceId } from './instance-inputs';
import { personAddress } from './party';

const instance_id = exampleId(ID_PREFIXES.instance);
const group_id = exampleId(ID_PREFIXES.group);
const PEOPLE = ['+15550100000'];

export const GroupId = z.strictObject({
  ...instanceId,
  group_id: idOf(ID_PREFIXES.group).describe('Id of the group.'),
});
export type GroupId = z.output<typeof GroupId>;

export const ListGroups = z.strictObject({
  ...instanceId,
  ...pageQuery,
  status: z.enum(GROUP_STATUSES).optional().describe('Only groups with this status.'),
  q: text(100).optional().describe('Part of the name. Upper and lower case are equal.').meta({ example: 'crew' }),
});
export type ListGroups = z.output<typeof ListGroups>;

const subject = text(GROUP_LIMITS.subject)
  .describe('Name of the group.')
  .meta({ minLength: 1, maxLength: GROUP_LIMITS.subject, example: 'Crew' });

export const CreateGroup = z
  .strictObject({
    ...instanceId,
    subject,
    description: text(GROUP_LIMITS.description).optional().describe('Description of the group.'),
    participants: z
      .array(personAddress())
      .max(256)
      .optional()
      .describe('Initial participants. Not supported by `cloud`.')
      .meta({ example: PEOPLE }),
    join_approval: z
      .boolean()
      .default(false)
      .describe('True if admins must approve join requests.')
      .meta({ example: false }),
  })
  .meta({ example: { instance_id, subject: 'Crew' } });
export type CreateGroup = z.output<typeof CreateGroup>;

export const UpdateGroup = z
  .strictObject({
    ...GroupId.shape,
    subject: subject.optional(),
    description: text(GROUP_LIMITS.description)
      .nullable()
      .optional()
      .describe('Description of the group; null removes it.'),
    picture: z
      .strictObject({ media_id: idOf(ID_PREFIXES.media).describe('Id of an uploaded image.') })
      .nullable()
      .optional()
      .describe('Picture of the group; null removes it.'),
    admins_only_messages: z.boolean().optional().describe('True if only admins can send messages.'),
    admins_only_settings: z.boolean().optional().describe('True if only admins can change the group settings.'),
    join_approval: z.boolean().optional().describe('True if admins must approve join requests.'),
    member_add_mode: z.enum(MEMBER_ADD_MODES).optional().describe('Members who can add people.'),
    message_lifetime_seconds: z
      .literal(EPHEMERAL_SECONDS)
      .optional()
      .describe('Lifetime of messages in seconds; 0 for no limit.'),
  })
  .meta({ example: { instance_id, group_id, subject: 'Night crew' } });
export type UpdateGroup = z.output<typeof UpdateGroup>;

export const ListParticipants = z.strictObject({ ...GroupId.shape, ...pageQuery });
export type ListParticipants = z.output<typeof ListParticipants>;

export const ChangeParticipants = z
  .strictObject({
    ...GroupId.shape,
    participants: z
      .array(personAddress())
      .min(1)
      .max(GROUP_LIMITS.changed)
      .describe('People: phone numbers, contact ids, JIDs or BSUIDs.')
      .meta({ example: PEOPLE }),
  })
  .meta({ example: { instance_id, group_id, participants: PEOPLE } });
export type ChangeParticipants = z.output<typeof ChangeParticipants>;

const INVITE = /^(?:https:\/\/chat\.whatsapp\.com\/(?:invite\/)?)?[A-Za-z0-9_-]{10,64}$/;
const invite = () =>
  z
    .string()
    .regex(INVITE, 'Must be an invite link https://chat.whatsapp.com/… or its code.')
    .describe('Invite link or its code.')
    .meta({
      maxLength: 120,
      example: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
    });

export const JoinGroup = z
  .strictObject({ ...instanceId, invite: invite() })
  .meta({ example: { instance_id, invite: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' } });
export type JoinGroup = z.output<typeof JoinGroup>;
export const PreviewGroup = z.strictObject({ ...instanceId, invite: invite() });
export type PreviewGroup = z.output<typeof PreviewGroup>;

export const ListJoinRequests = z.strictObject({ ...GroupId.shape, ...pageQuery });
export type ListJoinRequests = z.output<typeof ListJoinRequests>;

export const DecideJoinRequests = z
  .strictObject({
    ...GroupId.shape,
    requests: z
      .array(text(256))
      .min(1)
      .max(GROUP_LIMITS.changed)
      .refine((all) => new Set(all).size === all.length, {
        error: 'Must have each request only once.',
        params: { code: 'duplicate' },
      })
      .describe('Ids of the join requests.')
      .meta({ uniqueItems: true, example: ['15550100000'] }),
  })
  .meta({ example: { instance_id, group_id, requests: ['15550100000'] } });
export type DecideJoinRequests = z.output<typeof DecideJoinRequests>;
