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
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace.'),
    email: z.string().describe('Who is invited.'),
    role: z.enum(ROLES).describe('The role to come.'),
    status: z.enum(INVITATION_STATUSES).describe('Whether it can still be accepted.'),
    created_by: z.string().describe('Who invited.'),
    created_at: timestamp().describe('When it was made.'),
    expires_at: timestamp().describe('Until when it can be accepted.'),
    accepted_at: timestamp().nullable().describe('When it was accepted.'),
    revoked_at: timestamp().nullable().describe('When it was taken back.'),
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
  .describe('How long it can be accepted, in days.')
  .meta({ example: 7 });

export const CreateInvitation = z.strictObject({
  email: Email.describe('Who is invited.'),
  role: z.enum(ROLES).describe('The role to come; not above your own.').meta({ example: 'developer' }),
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
    .describe('Only invitations of these states.')
    .meta({ example: ['pending'] }),
});
export type ListInvitations = z.output<typeof ListInvitations>;

/** The only answer that holds the link. */
export const InvitationWithLink = Invitation.extend({
  link: z
    .string()
    .nullable()
    .describe('Hand this to the person. It is shown once, null in a replay; renew the invitation to get another.'),
}).meta({ id: 'InvitationWithLink' });
export type InvitationWithLink = z.output<typeof InvitationWithLink>;

/** Any text may come in: what is no token gets the answer of a dead one. */
const token = text(256).describe('What stands after the `#` of the link.');

export const PreviewInvitation = z.strictObject({ token });
export type PreviewInvitation = z.output<typeof PreviewInvitation>;

export const InvitationPreview = z.object({
  workspace_name: z.string().describe('Name of the workspace.'),
  role: z.enum(ROLES).describe('The role to come.'),
  inviter_name: z.string().nullable().describe('Name of the person who invited; null when that account is gone.'),
  email_hint: z.string().describe('The invited address, masked.'),
});
export type InvitationPreview = z.output<typeof InvitationPreview>;

export const AcceptInvitation = PreviewInvitation.extend({
  name: PersonName.optional().describe('Name of the new account; not needed by somebody who is signed in.'),
  password: Password.optional().describe('Password of the new account; not needed by somebody who is signed in.'),
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;
