import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';
import { textTable } from '../text-table';
import { t } from './texts';

export type Group = Outputs['whatsapp']['groups']['get'];
export type Participant = Outputs['whatsapp']['group_participants']['list']['data'][number];
export type Result = Outputs['whatsapp']['group_participants']['add']['results'][number];

const labeled = (name: Group['status'], tone: Tone) => ({
  get label() {
    return t(`status_${name}`);
  },
  tone,
});

export const GROUP_STATUS: Record<Group['status'], { label: string; tone: Tone }> = {
  pending: labeled('pending', 'info'),
  active: labeled('active', 'success'),
  suspended: labeled('suspended', 'warning'),
  left: labeled('left', 'neutral'),
  deleted: labeled('deleted', 'neutral'),
};

export const ROLES: Record<Participant['role'], string> = textTable(['member', 'admin', 'owner'], (role) =>
  t(`role_${role}`),
);

export const RESULTS: Record<Result['code'], string> = textTable(
  ['ok', 'invite_required', 'already_member', 'recently_left', 'blocked_by_participant', 'not_on_whatsapp', 'failed'],
  (code) => t(`result_${code}`),
);
