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

/** The one spelling of an address: trimmed, lower-case, domain in punycode; dots and `+tags` stay. */
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

/** An e-mail address as a person types it; what comes out is its one spelling. */
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

export const PersonName = text(80).describe('Name of the person.').meta({ example: 'Ada' });

/** Bounded only: the rules for new passwords have codes of their own, and an old password is judged by its hash. */
export const Password = text(1024).describe('Password.').meta({ example: 'four words by chance' });

const Token = z
  .string()
  .regex(/^[0-9A-Za-z]{43}$/, 'Must be the whole token of the link.')
  .meta({ maxLength: 43, example: 'hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZa1b2c' });

export const User = z
  .object({
    id: idOf(ID_PREFIXES.user).describe('Id of the person.'),
    email: z.string().describe('E-mail address.'),
    name: z.string().describe('Name of the person.'),
    instance_admin: z.boolean().describe('Administers the whole installation.'),
    state: z.enum(['active', 'suspended']).describe('Whether the person can sign in.'),
    has_password: z.boolean().describe('Whether a password is set.'),
    password_changed_at: timestamp().nullable().describe('When the password was last set.'),
    created_at: timestamp().describe('When the account was made.'),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

export const Session = z
  .object({
    id: idOf(ID_PREFIXES.session).describe('Id of the session.'),
    current: z.boolean().describe('It is the one of this request.'),
    created_at: timestamp().describe('When the person signed in.'),
    last_seen_at: timestamp().describe('Last request, to within minutes.'),
    auth_at: timestamp().describe('When the password was last given.'),
    expires_at: timestamp().describe('When it ends, used or not.'),
    ip: z.string().describe('Address of the sign-in.'),
    user_agent: z.string().describe('Browser of the sign-in.'),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const AuthStatus = z.object({
  state: z.enum(['setup', 'ready']).describe('`setup` while nobody has an account.'),
  setup_direct: z.boolean().describe('The owner can be created from here without the link of the log.'),
  signup_mode: z.enum(['first-user', 'invite']).describe('Who gets an account.'),
  methods: z.array(z.enum(['password'])).describe('Ways to sign in.'),
  smtp: z.boolean().describe('The service can send mail.'),
});
export type AuthStatus = z.output<typeof AuthStatus>;

export const SetUp = z.strictObject({
  token: Token.optional().describe('Token of the link that the log printed; not needed where `setup_direct` is true.'),
  email: Email,
  password: Password,
  name: PersonName,
  workspace_name: WorkspaceName,
});
export type SetUp = z.output<typeof SetUp>;

export const SetUpDone = z.object({
  user: User.describe('The owner, now signed in.'),
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
export const SignedIn = z.object({ user: User.describe('The person, now signed in.') });
export type SignedIn = z.output<typeof SignedIn>;

export const StepUp = z.strictObject({ password: Password });
export type StepUp = z.output<typeof StepUp>;
export const SteppedUp = z.object({ auth_at: timestamp().describe('When the password was given.') });
export type SteppedUp = z.output<typeof SteppedUp>;

export const ResetPassword = z.strictObject({
  token: Token.describe('Token of the reset link.'),
  password: Password.describe('The new password.'),
});
export type ResetPassword = z.output<typeof ResetPassword>;

export const Account = z.object({
  user: User.describe('The person.'),
  session: Session.describe('The session of this request.'),
});
export type Account = z.output<typeof Account>;

export const UpdateAccount = z.strictObject({ name: PersonName });
export type UpdateAccount = z.output<typeof UpdateAccount>;

export const ChangePassword = z.strictObject({
  current_password: Password.describe('The password until now.'),
  password: Password.describe('The new password.'),
});
export type ChangePassword = z.output<typeof ChangePassword>;

export const ListSessions = z.strictObject(pageQuery);
export type ListSessions = z.output<typeof ListSessions>;
export const SessionPage = pageOf(Session);
export const SessionId = z.strictObject({ session_id: idOf(ID_PREFIXES.session).describe('Id of the session.') });
export type SessionId = z.output<typeof SessionId>;
export const SessionsRevoked = z.object({ revoked: z.number().int().min(0).describe('How many were ended.') });
export type SessionsRevoked = z.output<typeof SessionsRevoked>;
