import {
  AcceptInvitation,
  CreateInvitation,
  Invitation,
  InvitationId,
  InvitationPreview,
  InvitationWithLink,
  ListInvitations,
  PreviewInvitation,
  RenewInvitation,
} from '../../../shared/access/invitations';
import { Member } from '../../../shared/access/members';
import { pageOf } from '../../../shared/page';
import { memberProcedure, optionalInput, publicProcedure, router } from '../../trpc/procedures';
import { acceptInvitation } from './accept';
import { createInvitation, renewInvitation } from './issue';
import { previewInvitation } from './preview';
import { listInvitations, revokeInvitation } from './service';

export const invitationsRouter = router({
  create: memberProcedure('owner', 'admin')
    .meta({ shownOnce: ['link'] })
    .input(CreateInvitation)
    .output(InvitationWithLink)
    .mutation(({ ctx, input }) => createInvitation(ctx, input)),

  list: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(ListInvitations))
    .output(pageOf(Invitation))
    .query(({ ctx, input }) => listInvitations(ctx, input)),

  renew: memberProcedure('owner', 'admin')
    .meta({ shownOnce: ['link'] })
    .input(RenewInvitation)
    .output(InvitationWithLink)
    .mutation(({ ctx, input }) => renewInvitation(ctx, input)),

  revoke: memberProcedure('owner', 'admin')
    .input(InvitationId)
    .output(Invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),

  // A mutation, since the input of a query would put the token into logged URLs.
  preview: publicProcedure
    .meta({ idempotency: 'none' })
    .input(PreviewInvitation)
    .output(InvitationPreview)
    .mutation(({ ctx, input }) => previewInvitation(ctx, input)),

  // The stored answer contains no session, as in `auth.setup`.
  accept: publicProcedure
    .meta({ idempotency: 'manual' })
    .input(AcceptInvitation)
    .output(Member)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});
