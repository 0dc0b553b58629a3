import { Database } from 'bun:sqlite';

import { apiKey } from '@better-auth/api-key';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

import { base62Token } from '../../server/secrets/tokens';
import type { AuthBench } from './auth-server';

const file = new Database(process.env['DATABASE_URL'], { create: true });
// As our own files are opened.
file.run('PRAGMA journal_mode = WAL');
file.run('PRAGMA synchronous = FULL');

/** The plugin’s own calls; its types are of another copy of the core than those that it is given to. */
interface KeyCalls {
  createApiKey: (call: { body: { userId: string; name: string } }) => Promise<{ key: string }>;
  verifyApiKey: (call: { body: { key: string } }) => Promise<{ valid: boolean }>;
}

const options: BetterAuthOptions = {
  baseURL: 'http://127.0.0.1:3000',
  secret: base62Token(43),
  database: file,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } }) as unknown as BetterAuthPlugin],
};
await (await getMigrations(options)).runMigrations();
const { api } = betterAuth(options);
const keys = api as unknown as KeyCalls;

const person = { email: 'ada@example.com', password: base62Token(43), name: 'Ada' };
const signedUp = await api.signUpEmail({ body: person, asResponse: true });
const { user } = (await signedUp.json()) as { user: { id: string } };
const made = await keys.createApiKey({ body: { userId: user.id, name: 'Test key' } });

export const bench: AuthBench = {
  cookie: signedUp.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
  key: made.key,
  checks: {
    session: async ({ headers }) => (await api.getSession({ headers })) !== null,
    key: async ({ headers }) => {
      const key = headers.get('authorization')?.slice('Bearer '.length) ?? '';
      return (await keys.verifyApiKey({ body: { key } })).valid;
    },
  },
};
