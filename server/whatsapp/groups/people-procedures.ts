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
        description: 'The network answers for each person: the answer is 200, with one result for each in their order.',
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
        description: 'Lists who is in the group.',
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
  promote: changing('group.promote', `${PEOPLE}/promote`, 'Make participants admins').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'promote'),
  ),
  demote: changing('group.demote', `${PEOPLE}/demote`, 'Make admins members').mutation(({ ctx, input }) =>
    changeParticipants(ctx, input, 'demote'),
  ),
});

export const groupInvitesRouter = router({
  get: reading
    .meta(
      entry('group.invite_link', {
        method: 'GET',
        path: `${GROUP}/invite-link`,
        summary: 'Read the invite link',
        description: 'Returns the link by which people join.',
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
        summary: 'Replace the invite link',
        description: 'Returns a new link; the one before works no longer.',
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
        description: 'The account joins the group that the link leads to.',
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
        summary: 'Look at a group before joining',
        description: 'Returns what an invite link tells of its group.',
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
        description: 'Decides on the requests; one result for each in their order.',
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
        summary: 'List requests to join',
        description: 'Lists who waits to be let in.',
      }),
    )
    .input(ListJoinRequests)
    .output(JoinRequestPage)
    .query(({ ctx, input }) => listJoinRequests(ctx, input)),
  approve: deciding('approve', 'Let people in').mutation(({ ctx, input }) => decideJoinRequests(ctx, input, 'approve')),
  reject: deciding('reject', 'Turn people away').mutation(({ ctx, input }) => decideJoinRequests(ctx, input, 'reject')),
});
