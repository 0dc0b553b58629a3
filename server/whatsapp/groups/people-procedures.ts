import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import {
  Group,
  GroupPreview,
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
  JoinGroup,
  ListJoinRequests,
  ListParticipants,
  PreviewGroup,
} from '../../../shared/whatsapp/group-inputs';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { inviteLink, joinGroup, previewGroup } from './invites';
import { changeParticipants, listParticipants } from './people';
import { decideJoinRequests, listJoinRequests } from './requests';

const GROUPS = '/whatsapp/instances/{instance_id}/groups';
const GROUP = `${GROUPS}/{group_id}` as const;
const reading = procedure('whatsapp.groups:read');
const writing = procedure('whatsapp.groups:write');

interface Entry {
  method: 'GET' | 'POST';
  path: `/${string}`;
  summary: string;
  description: string;
}
/** What all of them have; a group may be one that cannot be changed. */
const entry = (capability: CapabilityName, openapi: Entry) => ({
  ...managed,
  capability,
  errors: [...MANAGED_ERRORS, 'invalid_state', 'related_not_found'] as const,
  openapi: { ...openapi, tags: ['WhatsApp groups'] },
});

const changing = (capability: CapabilityName, path: `/${string}`, summary: string) =>
  writing
    .meta(
      entry(capability, {
        method: 'POST',
        path,
        summary,
        description:
          'Changes up to 50 participants of a group. The response is 200, with one result for each person in the order of the request: the change can succeed for some and fail for others.',
      }),
    )
    .input(ChangeParticipants)
    .output(ParticipantResults);
const PEOPLE = `${GROUP}/participants` as const;

export const groupParticipantsRouter = router({
  list: reading
    .meta({
      surface: 'whatsapp',
      openapi: {
        method: 'GET',
        path: PEOPLE,
        tags: ['WhatsApp groups'],
        summary: 'List participants',
        description: 'Lists the participants of a group.',
      },
    })
    .input(ListParticipants)
    .output(ParticipantPage)
    .query(({ ctx, input }) => listParticipants(ctx, input)),
  add: changing('group.add_participants', PEOPLE, 'Add participants').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'add'),
  ),
  remove: changing('group.remove_participants', `${PEOPLE}/remove`, 'Remove participants').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'remove'),
  ),
  promote: changing('group.promote', `${PEOPLE}/promote`, 'Promote participants to admins').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'promote'),
  ),
  demote: changing('group.demote', `${PEOPLE}/demote`, 'Demote admins to members').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'demote'),
  ),
});

export const groupInvitesRouter = router({
  get: reading
    .meta(
      entry('group.invite_link', {
        method: 'GET',
        path: `${GROUP}/invite-link`,
        summary: 'Get the invite link',
        description: 'Returns the link that lets people join the group.',
      }),
    )
    .input(GroupId)
    .output(InviteLink)
    .query(({ ctx, input }) => inviteLink(ctx, input, false)),
  rotate: writing
    .meta(
      entry('group.invite_link', {
        method: 'POST',
        path: `${GROUP}/invite-link/rotate`,
        summary: 'Rotate the invite link',
        description: 'Creates a new invite link and returns it. The previous link stops working.',
      }),
    )
    .input(GroupId)
    .output(InviteLink)
    .mutation(({ ctx, input }) => inviteLink(ctx, input, true)),
  join: writing
    .meta(
      entry('group.join', {
        method: 'POST',
        path: `${GROUPS}/join`,
        summary: 'Join a group',
        description: 'Adds the account to the group of an invite link. Returns the group.',
      }),
    )
    .input(JoinGroup)
    .output(Group)
    .mutation(({ ctx, input }) => joinGroup(ctx, input)),
  preview: reading
    .meta(
      entry('group.preview', {
        method: 'GET',
        path: `${GROUPS}/preview`,
        summary: 'Preview a group',
        description: 'Returns the public details of the group of an invite link, without joining.',
      }),
    )
    .input(PreviewGroup)
    .output(GroupPreview)
    .query(({ ctx, input }) => previewGroup(ctx, input)),
});

const deciding = (verb: 'approve' | 'reject', summary: string) =>
  writing
    .meta(
      entry('group.join_requests', {
        method: 'POST',
        path: `${GROUP}/join-requests/${verb}`,
        summary,
        description:
          'Approves or rejects requests to join the group. Returns one result for each request, in the order of the request body.',
      }),
    )
    .input(DecideJoinRequests)
    .output(JoinRequestResults);

export const groupJoinRequestsRouter = router({
  list: reading
    .meta(
      entry('group.join_requests', {
        method: 'GET',
        path: `${GROUP}/join-requests`,
        summary: 'List join requests',
        description: 'Lists the pending requests to join the group.',
      }),
    )
    .input(ListJoinRequests)
    .output(JoinRequestPage)
    .query(({ ctx, input }) => listJoinRequests(ctx, input)),
  approve: deciding('approve', 'Approve join requests').mutation(({ ctx, input }) =>
    decideJoinRequests(ctx, input, 'approve'),
  ),
  reject: deciding('reject', 'Reject join requests').mutation(({ ctx, input }) =>
    decideJoinRequests(ctx, input, 'reject'),
  ),
});
