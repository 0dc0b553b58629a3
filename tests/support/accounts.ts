import { desc, eq } from 'drizzle-orm';

import { hashPassword } from '../../server/access/accounts/password-hash';
import { auditEntries } from '../../server/access/schema/audit';
import { queries } from '../../server/db/database';
import { database, type startServer } from './app';
import { openBrowser } from './browser';
import { seedUser } from './seed';

export type Server = Awaited<ReturnType<typeof startServer>>;

export const PASSWORD = 'four words by chance';
export const NEXT_PASSWORD = 'four other words by chance';
export const WRONG_PASSWORD = 'four words by mistake';
const passwordHash = await hashPassword(PASSWORD);

export const SESSION_COOKIE = 'sb_session_3000';
export const DEVICE_COOKIE = 'sb_device_3000';

/** For servers that believe the tests about the address of a caller, so that no test uses up another’s tries. */
export const behindProxy = { trustedProxies: ['127.0.0.0/8'] };

let addresses = 0;
/** An address that no other test has failed from. */
export function freshAddress(): string {
  addresses += 1;
  return `2001:db8:${(process.pid % 0xffff).toString(16)}:${addresses.toString(16)}::1`;
}

/** A browser at an address of its own; `cookie` is one that it has. */
export function browserAt({ url }: { url: string }, { ip = freshAddress(), cookie = '' } = {}) {
  const browser = openBrowser(url, { 'x-forwarded-for': ip });
  const [name, value] = cookie.split('=');
  if (name && value) browser.jar.set(name, value);
  return browser;
}

export const seedAccount = (options: { admin?: boolean } = {}) => seedUser({ ...options, passwordHash });

/** Somebody with a password and a browser, signed in by a session from the seed. */
export async function seedSignedIn(server: Server, options: { admin?: boolean } = {}) {
  const user = await seedAccount(options);
  return { ...user, browser: browserAt(server, { cookie: user.cookieFor(server.services.config.baseUrl) }) };
}

/** Signs in as a person does, in a browser of its own. */
export async function signIn(server: Server, email: string, password = PASSWORD) {
  const browser = browserAt(server);
  const { status } = await browser.mutate('auth.sign_in', { email, password });
  const { data } = await browser.query('account.get');
  return { ...browser, status, sessionId: (data?.session.id ?? '') as string };
}

/** The last audit entry about an object. */
export async function lastEntryOf(targetId: string) {
  const [entry] = await queries(database)
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, targetId))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return entry;
}

/** Runs `work` with the server’s clock that far ahead. */
export const later = <T>(server: Server, ms: number, work: () => Promise<T>): Promise<T> =>
  byClock(server, () => new Date(Date.now() + ms), work);

/** Runs `work` while the server’s clock stands, so that a slow machine lets nothing run out. */
export const clockStill = <T>(server: Server, ms: number, work: () => Promise<T>): Promise<T> =>
  byClock(server, () => new Date(ms), work);

async function byClock<T>({ services }: Server, clock: () => Date, work: () => Promise<T>): Promise<T> {
  const { now } = services;
  services.now = clock;
  try {
    return await work();
  } finally {
    services.now = now;
  }
}

/** Whether a browser is still signed in, by what reads no row of the session: what refuses it is the guard. */
export async function isSignedIn(browser: ReturnType<typeof openBrowser>): Promise<boolean> {
  const { status, problem } = await browser.query('account.sessions.list', {});
  if (status === 401 && problem.code === 'session_required') return false;
  if (status === 200) return true;
  throw new Error(`Neither signed in nor out: ${status}.`);
}
