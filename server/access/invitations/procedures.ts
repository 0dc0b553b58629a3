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
import { memberProcedure, publicProcedure, router } from '../../trpc/procedures';
import { acceptInvitation } from './accept';
import { createInvitation, renewInvitation } from './issue';
import { previewInvitation } from './preview';
import { listInvitations, revokeInvitation } from './service';

export const invitationsRouter = router({
  create: memberProcedure('owner', 'admin')
    .meta({ shownOnce: ['link'] })
    .mutation(CreateInvitation, InvitationWithLink, createInvitation),

  list: memberProcedure('owner', 'admin', 'developer', 'viewer').query(
    ListInvitations,
    pageOf(Invitation),
    listInvitations,
  ),

  renew: memberProcedure('owner', 'admin')
    .meta({ shownOnce: ['link'] })
    .mutation(RenewInvitation, InvitationWithLink, renewInvitation),

  revoke: memberProcedure('owner', 'admin').mutation(InvitationId, Invitation, revokeInvitation),

  // A mutation, since the input of a query would put the token into logged URLs.
  preview: publicProcedure
    .meta({ idempotency: 'none' })
    .mutation(PreviewInvitation, InvitationPreview, previewInvitation),

  // The stored answer contains no session, as in `auth.setup`.
  accept: publicProcedure.meta({ idempotency: 'manual' }).mutation(AcceptInvitation, Member, acceptInvitation),
});
