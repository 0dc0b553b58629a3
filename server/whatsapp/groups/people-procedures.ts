import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import {
  InviteLink,
  JoinRequestPage,
  JoinRequestResults,
  ParticipantPage,
  ParticipantResults,
} from '../../../shared/whatsapp/group';
import {
  ChangeParticipants,
  DecideJoinRequests,
  GroupId,
  ListJoinRequests,
  ListParticipants,
} from '../../../shared/whatsapp/group-inputs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { inviteLink } from './invites';
import { changeParticipants, listParticipants } from './people';
import { decideJoinRequests, listJoinRequests } from './requests';

const read = routesFor('whatsapp.groups:read');
const write = routesFor('whatsapp.groups:write');

/** The group may be in a state that cannot change. */
const common = (capability: CapabilityName) =>
  ({ ...managed, capability, errors: [...MANAGED_ERRORS, 'invalid_state', 'related_not_found'] }) as const;

const CHANGES_PARTICIPANTS =
  'Changes up to 50 participants of a group. The response is 200, with one result for each person in the order of the request: the change can succeed for some and fail for others.';

export const groupParticipantsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/groups/{group_id}/participants', 'List participants', {
    description: 'Lists the participants of a group.',
  }).run(ListParticipants, ParticipantPage, listParticipants),

  add: write('POST /whatsapp/instances/{instance_id}/groups/{group_id}/participants', 'Add participants', {
    description: CHANGES_PARTICIPANTS,
    ...common('group.add_participants'),
  }).run(ChangeParticipants, ParticipantResults, (ctx, input) => changeParticipants(ctx, input, 'add')),

  remove: write('POST /whatsapp/instances/{instance_id}/groups/{group_id}/participants/remove', 'Remove participants', {
    description: CHANGES_PARTICIPANTS,
    ...common('group.remove_participants'),
  }).run(ChangeParticipants, ParticipantResults, (ctx, input) => changeParticipants(ctx, input, 'remove')),

  promote: write(
    'POST /whatsapp/instances/{instance_id}/groups/{group_id}/participants/promote',
    'Promote participants to admins',
    { description: CHANGES_PARTICIPANTS, ...common('group.promote') },
  ).run(ChangeParticipants, ParticipantResults, (ctx, input) => changeParticipants(ctx, input, 'promote')),

  demote: write(
    'POST /whatsapp/instances/{instance_id}/groups/{group_id}/participants/demote',
    'Demote admins to members',
    { description: CHANGES_PARTICIPANTS, ...common('group.demote') },
  ).run(ChangeParticipants, ParticipantResults, (ctx, input) => changeParticipants(ctx, input, 'demote')),
});

export const groupInviteLinksRouter = router({
  get: read('GET /whatsapp/instances/{instance_id}/groups/{group_id}/invite-link', 'Get the invite link', {
    description: 'Returns the link that lets people join the group.',
    ...common('group.invite_link'),
  }).run(GroupId, InviteLink, (ctx, input) => inviteLink(ctx, input, false)),

  rotate: write(
    'POST /whatsapp/instances/{instance_id}/groups/{group_id}/invite-link/rotate',
    'Rotate the invite link',
    {
      description: 'Creates a new invite link and returns it. The previous link stops working.',
      ...common('group.invite_link'),
    },
  ).run(GroupId, InviteLink, (ctx, input) => inviteLink(ctx, input, true)),
});

const DECIDES_REQUESTS =
  'Approves or rejects requests to join the group. Returns one result for each request, in the order of the request body.';

export const groupJoinRequestsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/groups/{group_id}/join-requests', 'List join requests', {
    description: 'Lists the pending requests to join the group.',
    ...common('group.join_requests'),
  }).run(ListJoinRequests, JoinRequestPage, listJoinRequests),

  approve: write(
    'POST /whatsapp/instances/{instance_id}/groups/{group_id}/join-requests/approve',
    'Approve join requests',
    { description: DECIDES_REQUESTS, ...common('group.join_requests') },
  ).run(DecideJoinRequests, JoinRequestResults, (ctx, input) => decideJoinRequests(ctx, input, 'approve')),

  reject: write(
    'POST /whatsapp/instances/{instance_id}/groups/{group_id}/join-requests/reject',
    'Reject join requests',
    { description: DECIDES_REQUESTS, ...common('group.join_requests') },
  ).run(DecideJoinRequests, JoinRequestResults, (ctx, input) => decideJoinRequests(ctx, input, 'reject')),
});
