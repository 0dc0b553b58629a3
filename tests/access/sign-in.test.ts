import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { hashPassword } from '../../server/access/accounts/password-hash';
import { sessions } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { lockUser, updateUser } from '../../server/access/system/accounts';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { newId } from '../../shared/ids';
import {
  behindProxy,
  browserAt,
  isSignedIn,
  later,
  NEXT_PASSWORD,
  PASSWORD,
  seedAccount,
  SESSION_COOKIE,
  signIn,
  WRONG_PASSWORD,
} from '../support/accounts';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { seedKey, seedUser, seedWorkspace } from '../support/seed';

const db = queries(database);
const server = await startServer(behindProxy);
afterAll(() => server.stop());

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and a cookie for the known device', async () => {
    const { id, email } = await seedAccount();
    const browser = browserAt(server);
    const { status, data, cookies } = await browser.mutate('auth.sign_in', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ id, email, has_password: true });
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^sb_session_3000=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(cookies[1]).toMatch(/^sb_device_3000=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    expect((await browser.query('account.get')).data.user.id).toBe(id);
    expect(browser.bodies.join()).not.toMatch(/[0-9A-Za-z]{43}/);

    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.actorId, id));
    expect(entry).toMatchObject({ action: 'auth.signed_in', workspaceId: null });
  });

  test('over https the cookies are bound to the host and to TLS', async () => {
    const baseUrl = 'https://console.example.com';
    const secure = await startServer({ baseUrl });
    const { email } = await seedAccount();
    const browser = openBrowser(secure.url, { host: 'console.example.com', origin: baseUrl });
    const { cookies } = await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    await secure.stop();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-sb_(session|device)=\S+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    }
  });

  test('replaces an earlier session token, and ends that session', async () => {
    const { email } = await seedAccount();
    const browser = browserAt(server);
    const planted = 'x'.repeat(43);
    browser.jar.set(SESSION_COOKIE, planted);
    await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    const first = browser.jar.get(SESSION_COOKIE) ?? '';
    expect(first).not.toBe(planted);

    await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    expect(browser.jar.get(SESSION_COOKIE)).not.toBe(first);
    const before = openBrowser(server.url, { cookie: `${SESSION_COOKIE}=${first}` });
    expect((await before.query('account.get')).problem.code).toBe('session_required');
  });

  test('renews a hash with older parameters', async () => {
    const old = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 });
    const { id, email } = await seedUser({ passwordHash: old });
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(200);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(200);
  });

  test('fails when the password is changed during the check', async () => {
    const { id, email } = await seedAccount();
    const started = await database.transaction(async (tx) => {
      await lockUser(tx, id);
      const attempt = browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD });
      // What came later is done, so the old password has been found right and waits for the row.
      for (let at = 0; at < 5; at += 1) await browserAt(server).query('auth.status');
      for (let at = 0; at < 3; at += 1) await hashPassword(WRONG_PASSWORD);
      await updateUser(tx, id, { passwordHash: await hashPassword(WRONG_PASSWORD) });
      return { attempt };
    });
    const { status, cookies } = await started.attempt;
    expect([status, cookies]).toEqual([401, []]);
  });

  test('is refused to keys', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const { email } = await seedAccount();
    const { status, cookies } = await browserAt(server).mutate(
      'auth.sign_in',
      { email, password: PASSWORD },
      { headers: { authorization: `Bearer ${secret}` } },
    );
    expect([status, cookies]).toEqual([403, []]);
  });
});

test('an unknown, a suspended and a passwordless account answer like a wrong password', async () => {
  const known = await seedAccount();
  const suspended = await seedAccount();
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id));
  const passwordless = await seedUser();
  const unreadable = await seedUser({ passwordHash: '$argon2id$v=19$broken' });
  const tries: Record<string, [email: string, password: string]> = {
    known: [known.email, WRONG_PASSWORD],
    unknown: [`${newId('usr')}@example.com`, PASSWORD],
    suspended: [suspended.email, PASSWORD],
    passwordless: [passwordless.email, PASSWORD],
    unreadable: [unreadable.email, PASSWORD],
  };

  const answers = new Set<string>();
  const medians: Record<string, number> = {};
  for (const [name, [email, given]] of Object.entries(tries)) {
    const times: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const began = performance.now();
      const said = await browserAt(server).mutate('auth.sign_in', { email, password: given });
      times.push(performance.now() - began);
      const headers = [...said.headers].filter(([header]) => !['x-request-id', 'date'].includes(header));
      const text = said.text.replaceAll(/req_[0-9a-z]{26}/g, 'req');
      answers.add(JSON.stringify([said.status, said.problem.code, text, headers]));
    }
    medians[name] = Math.round((times.toSorted((a, b) => a - b)[1] ?? 0) * 10) / 10;
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toStartWith('[401,"invalid_credentials"');
  process.stdout.write(`sign-in refused, median ms: ${JSON.stringify(medians)}\n`);

  for (const { id } of [known, suspended, passwordless]) {
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    expect(entries.map((entry) => [entry.action, entry.actor.type])).toEqual(
      Array.from({ length: 4 }, () => ['auth.sign_in_failed', 'anonymous']),
    );
  }
});

describe('the session ends', () => {
  /** Signed in in a browser, with a copy of its cookie elsewhere. */
  const signedIn = async (email: string) => {
    const browser = await signIn(server, email);
    const copy = browserAt(server, { cookie: `${SESSION_COOKIE}=${browser.jar.get(SESSION_COOKIE)}` });
    expect(await isSignedIn(copy)).toBe(true);
    return { browser, copy };
  };

  test('at sign-out, which deletes the cookie', async () => {
    const one = await signedIn((await seedAccount()).email);
    const { status, cookies } = await one.browser.mutate('auth.sign_out');
    expect([status, cookies]).toEqual([200, [`${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`]]);
    expect(await isSignedIn(one.copy)).toBe(false);
    expect((await one.browser.mutate('auth.sign_out')).status).toBe(200);
  });

  test('when the password is changed elsewhere; the browser that changed it continues with a new session', async () => {
    const { email } = await seedAccount();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const { status } = await here.browser.mutate('account.password.change', {
      current_password: PASSWORD,
      password: NEXT_PASSWORD,
    });
    expect(status).toBe(200);
    expect(await isSignedIn(there.copy)).toBe(false);
    expect(await isSignedIn(here.copy)).toBe(false);
    expect((await here.browser.query('account.get')).status).toBe(200);
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(401);
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: NEXT_PASSWORD })).status).toBe(200);
  });

  test('when the person is suspended', async () => {
    const { id, email } = await seedAccount();
    const one = await signedIn(email);
    const admin = await seedUser({ admin: true });
    const office = openBrowser(server.url, { cookie: admin.cookieFor(server.services.config.baseUrl) });
    expect((await office.mutate('instance.users.suspend', { user_id: id })).status).toBe(200);
    expect(await isSignedIn(one.copy)).toBe(false);
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(401);
    await office.mutate('instance.users.resume', { user_id: id });
    expect((await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(200);
  });

  test('after seven days without use and after thirty in any case', async () => {
    const { email } = await seedAccount();
    const browser = await signIn(server, email);
    const [row] = await db.select().from(sessions).where(eq(sessions.id, browser.sessionId));
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(30 * 86_400_000);

    const week = 7 * 86_400_000;
    expect(await later(server, week - 60_000, () => isSignedIn(browser))).toBe(true);
    expect(await later(server, week + 60_000, () => isSignedIn(browser))).toBe(false);
  });
});

describe('a request from another site', () => {
  const forged: [string, Record<string, string | undefined>][] = [
    ['as a form of plain text', { 'content-type': 'text/plain' }],
    ['without Origin and Sec-Fetch-Site', { origin: undefined, 'sec-fetch-site': undefined }],
    ['with Origin: null', { origin: 'null', 'sec-fetch-site': undefined }],
    ['from a sibling sub-domain', { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': undefined }],
  ];

  test.each(forged)('%s does not use the session and does not sign in', async (_, headers) => {
    const { id, email } = await seedAccount();
    const browser = browserAt(server);
    await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    const { status, problem } = await browser.mutate('account.update', { name: 'Eve' }, { headers });
    expect([status, problem.code]).toEqual([403, 'csrf_failed']);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.name).toBe('Ada');

    const login = await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD }, { headers });
    expect([login.status, login.problem.code, login.cookies]).toEqual([403, 'csrf_failed', []]);
  });

  test('reads nothing', async () => {
    const { email } = await seedAccount();
    const browser = browserAt(server);
    await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      expect((await browser.query('account.get', undefined, { headers })).problem.code).toBe('csrf_failed');
    }
    const read = await browser.query('account.get');
    expect(read.status).toBe(200);
    expect([...read.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

test('the REST API does not see cookies, and a key with a cookie is the key only', async () => {
  const workspaceId = await seedWorkspace();
  const { id, secret } = await seedKey(workspaceId);
  const { cookieFor } = await seedUser({ admin: true });
  const cookie = cookieFor(server.services.config.baseUrl);

  const bare = await restClient(server.url, null)('GET', '/me', undefined, { cookie });
  expect(bare.body).toMatchObject({ status: 401, code: 'missing_api_key' });
  const keyed = await restClient(server.url, secret)('GET', '/me', undefined, { cookie });
  expect(keyed.body).toMatchObject({ key_id: id });
  expect(keyed.headers.getSetCookie()).toEqual([]);

  const browser = openBrowser(server.url, { cookie, authorization: `Bearer ${secret}` });
  expect((await browser.query('account.get')).problem.code).toBe('insufficient_role');
  expect((await browser.mutate('auth.sign_out')).problem.code).toBe('insufficient_role');
});
