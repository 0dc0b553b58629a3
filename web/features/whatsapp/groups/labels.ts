import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';

export type Group = Outputs['whatsapp']['groups']['get'];
export type Participant = Outputs['whatsapp']['group_participants']['list']['data'][number];
export type Result = Outputs['whatsapp']['group_participants']['add']['results'][number];

export const GROUP_STATUS = {
  pending: { label: 'Being made', tone: 'info' },
  active: { label: 'Active', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'warning' },
  left: { label: 'Left', tone: 'neutral' },
  deleted: { label: 'Deleted', tone: 'neutral' },
} satisfies Record<Group['status'], { label: string; tone: Tone }>;

export const ROLES = { member: 'Member', admin: 'Admin', owner: 'Owner' } satisfies Record<Participant['role'], string>;

export const RESULTS = {
  ok: 'Done',
  invite_required: 'Only by invitation: send the person the link',
  already_member: 'Is in the group already',
  recently_left: 'Left only just now, and cannot be added yet',
  blocked_by_participant: 'Has blocked this account',
  not_on_whatsapp: 'Is not on WhatsApp',
  failed: 'Was refused',
} satisfies Record<Result['code'], string>;
