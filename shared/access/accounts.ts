import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { WorkspaceName } from './workspaces';

const MAX_EMAIL = 254;
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
/** The last label begins with a letter, so an IP address is none. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Trimmed, lower-case, domain in punycode; dots and `+tags` stay. */
export function normaliseEmail(given: string): string | undefined {
  const trimmed = given.trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (domain === undefined || local.length > 64 || !LOCAL.test(local)) return undefined;

  const email = `${local}@${domain}`;
  return email.length > MAX_EMAIL ? undefined : email;
}

function asciiDomain(domain: string): string | undefined {
  const url = `http://${domain}`;
  if (/[\s/?#@:\\[\]%]/.test(domain) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return DOMAIN.test(hostname) ? hostname : undefined;
}

/** Normalises the address. */
export const Email = z
  .string()
  .max(320)
  .transform((given, context) => {
    const email = normaliseEmail(given);
    if (email !== undefined) return email;
    context.addIssue({ code: 'custom', message: 'Must be an e-mail address.', params: { code: 'invalid_email' } });
    return z.NEVER;
  })
  .describe('E-mail address, at most 254 characters.')
  .meta({ example: 'ada@example.com' });

export const PersonName = text(80).describe('Name of the user.').meta({ example: 'Ada' });

/** Only bounded: rules for new passwords have their own codes, and an old password is only compared with its hash. */
export const Password = text(1024).describe('Password.').meta({ example: 'four words by chance' });

const Token = z
  .string()
  .regex(/^[0-9A-Za-z]{43}$/, 'Must be the complete token of the link.')
  .meta({ maxLength: 43, example: 'hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZa1b2c' });

export const User = z
  .object({
    id: idOf(ID_PREFIXES.user).describe('Id of the user.'),
    email: z.string().describe('E-mail address.'),
    name: z.string().describe('Name of the user.'),
    instance_admin: z.boolean().describe('Whether the user is an administrator of the installation.'),
    status: z.enum(['active', 'suspended']).describe('Status of the account. A suspended user cannot sign in.'),
    has_password: z.boolean().describe('Whether the user has a password.'),
    password_changed_at: timestamp().nullable().describe('Time of the last password change.'),
    created_at: timestamp().describe('Time when the account was created.'),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

export const Session = z
  .object({
    id: idOf(ID_PREFIXES.session).describe('Id of the session.'),
    current: z.boolean().describe('Whether this is the session of the current request.'),
    created_at: timestamp().describe('Time of the sign-in.'),
    last_seen_at: timestamp().describe('Time of the last request, accurate to a few minutes.'),
    password_verified_at: timestamp().describe('Time when the user last entered the password.'),
    expires_at: timestamp().describe('Time when the session ends, even if it is in use.'),
    ip: z.string().describe('IP address of the sign-in.'),
    user_agent: z.string().describe('User agent of the sign-in.'),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const AuthStatus = z.object({
  state: z.enum(['setup', 'ready']).describe('State of the installation: `setup` while there is no account.'),
  setup_direct: z.boolean().describe('Whether the owner can be created from this address without the link in the log.'),
  signup_mode: z.enum(['first-user', 'invite']).describe('How accounts are created.'),
  methods: z.array(z.enum(['password'])).describe('Available sign-in methods.'),
  smtp: z.boolean().describe('Whether the service can send e-mail.'),
});
export type AuthStatus = z.output<typeof AuthStatus>;

export const SetUp = z.strictObject({
  token: Token.optional().describe('Token of the link in the log. Not needed if `setup_direct` is true.'),
  email: Email,
  password: Password,
  name: PersonName,
  workspace_name: WorkspaceName,
});
export type SetUp = z.output<typeof SetUp>;

export const SetUpDone = z.object({
  user: User.describe('The owner, who is now signed in.'),
  workspace: z
    .object({
      id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
      name: z.string().describe('Name of the workspace.'),
    })
    .describe('The first workspace.'),
});
export type SetUpDone = z.output<typeof SetUpDone>;

export const SignIn = z.strictObject({ email: Email, password: Password });
export type SignIn = z.output<typeof SignIn>;
export const SignedIn = z.object({ user: User.describe('The user, who is now signed in.') });
export type SignedIn = z.output<typeof SignedIn>;

export const StepUp = z.strictObject({ password: Password });
export type StepUp = z.output<typeof StepUp>;
export const SteppedUp = z.object({
  password_verified_at: timestamp().describe('Time when the user entered the password.'),
});
export type SteppedUp = z.output<typeof SteppedUp>;

export const ResetPassword = z.strictObject({
  token: Token.describe('Token of the reset link.'),
  password: Password.describe('The new password.'),
});
export type ResetPassword = z.output<typeof ResetPassword>;

export const Account = z.object({
  user: User.describe('The user.'),
  session: Session.describe('The session of this request.'),
});
export type Account = z.output<typeof Account>;

export const UpdateAccount = z.strictObject({ name: PersonName });
export type UpdateAccount = z.output<typeof UpdateAccount>;

export const ChangePassword = z.strictObject({
  current_password: Password.describe('Current password.'),
  password: Password.describe('New password.'),
});
export type ChangePassword = z.output<typeof ChangePassword>;

export const ListSessions = z.strictObject(pageQuery);
export type ListSessions = z.output<typeof ListSessions>;
export const SessionPage = pageOf(Session);
export const SessionId = z.strictObject({ session_id: idOf(ID_PREFIXES.session).describe('Id of the session.') });
export type SessionId = z.output<typeof SessionId>;
export const SessionsRevoked = z.object({ revoked: z.number().int().min(0).describe('Number of ended sessions.') });
export type SessionsRevoked = z.output<typeof SessionsRevoked>;
