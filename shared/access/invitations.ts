import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { Email, Password, PersonName } from './accounts';
import { ROLES } from './scopes';

const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;

export const Invitation = z
  .object({
    id: idOf(ID_PREFIXES.invitation).describe('Id of the invitation.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    email: z.string().describe('E-mail address of the invited person.'),
    role: z.enum(ROLES).describe('Role of the new member.'),
    status: z
      .enum(INVITATION_STATUSES)
      .describe('Status of the invitation. Only a pending invitation can be accepted.'),
    created_by: z.string().describe('Id of the user who sent the invitation.'),
    created_at: timestamp().describe('Time when the invitation was created.'),
    expires_at: timestamp().describe('Time when the invitation expires.'),
    accepted_at: timestamp().nullable().describe('Time when the invitation was accepted.'),
    revoked_at: timestamp().nullable().describe('Time when the invitation was revoked.'),
  })
  .meta({
    id: 'Invitation',
    example: {
      id: 'inv_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      email: 'grace@example.com',
      role: 'developer',
      status: 'pending',
      created_by: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c',
      created_at: '2026-11-21T09:30:00.000Z',
      expires_at: '2026-11-28T09:30:00.000Z',
      accepted_at: null,
      revoked_at: null,
    },
  });
export type Invitation = z.output<typeof Invitation>;

const expiresInDays = z
  .number()
  .int()
  .min(1)
  .max(30)
  .default(7)
  .describe('Days until the invitation expires.')
  .meta({ example: 7 });

export const CreateInvitation = z.strictObject({
  email: Email.describe('E-mail address of the person to invite.'),
  role: z
    .enum(ROLES)
    .describe('Role of the new member. It cannot be higher than your own role.')
    .meta({ example: 'developer' }),
  expires_in_days: expiresInDays,
});
export type CreateInvitation = z.output<typeof CreateInvitation>;

export const InvitationId = z.strictObject({
  invitation_id: idOf(ID_PREFIXES.invitation).describe('Id of the invitation.'),
});
export type InvitationId = z.output<typeof InvitationId>;

export const RenewInvitation = InvitationId.extend({ expires_in_days: expiresInDays });
export type RenewInvitation = z.output<typeof RenewInvitation>;

export const ListInvitations = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(INVITATION_STATUSES))
    .min(1)
    .max(INVITATION_STATUSES.length)
    .optional()
    .describe('Only invitations with these statuses.')
    .meta({ example: ['pending'] }),
});
export type ListInvitations = z.output<typeof ListInvitations>;

/** Only this answer contains the link. */
export const InvitationWithLink = Invitation.extend({
  link: z
    .string()
    .nullable()
    .describe(
      'Link for the invited person. It is shown once, and null in an idempotent replay; renew the invitation to get a new link.',
    ),
}).meta({ id: 'InvitationWithLink' });
export type InvitationWithLink = z.output<typeof InvitationWithLink>;

/** Any text is valid input, so that an invalid token gets the answer of an expired one. */
const token = text(256).describe('Token of the invitation: the part of the link after `#`.');

export const PreviewInvitation = z.strictObject({ token });
export type PreviewInvitation = z.output<typeof PreviewInvitation>;

export const InvitationPreview = z.object({
  workspace_name: z.string().describe('Name of the workspace.'),
  role: z.enum(ROLES).describe('Role of the new member.'),
  inviter_name: z
    .string()
    .nullable()
    .describe('Name of the user who sent the invitation; null if the account was deleted.'),
  email: z.string().describe('Invited e-mail address, which a new account gets.'),
});
export type InvitationPreview = z.output<typeof InvitationPreview>;

export const AcceptInvitation = PreviewInvitation.extend({
  name: PersonName.optional().describe('Name of the new account. Not needed if you are signed in.'),
  password: Password.optional().describe('Password of the new account. Not needed if you are signed in.'),
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;
