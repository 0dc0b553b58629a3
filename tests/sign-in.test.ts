import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../server/db/database';
import { auditEntries, authThrottle, sessions, users } from '../server/db/schema';
import { lockUser, updateUser } from '../server/db/unscoped/accounts';
import { hashPassword } from '../server/features/accounts/password-hash';
import { BUCKETS } from '../server/features/accounts/throttle';
import { newId } from '../shared/ids';
import { database, startServer } from './support/app';
import { openBrowser } from './support/browser';
import { restClient } from './support/client';
import { seedKey, seedUser, seedWorkspace } from './support/seed';

const db = queries(database);
const password = 'four words by chance';
const passwordHash = await hashPassword(password);
const WRONG = 'four words by mistake';
const SESSION = 'sb_session_3000';
const DEVICE = 'sb_device_3000';

const servers: Awaited<ReturnType<typeof startServer>>[] = [];
/** A server whose memory of addresses is its own, behind a proxy that tells each caller’s address. */
async function serve(change: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ trustedProxies: ['127.0.0.0/8'], ...change });
  servers.push(server);
  return server;
}
afterAll(async () => {
  for (const server of servers) await server.stop();
});
const server = await serve();

let addresses = 0;
/** An address that no other test has failed from. */
const freshAddress = () => {
  addresses += 1;
  return `2001:db8:${(process.pid % 0xffff).toString(16)}:${addresses.toString(16)}::1`;
};
const browserAt = (ip = freshAddress(), url = server.url) => openBrowser(url, { 'x-forwarded-for': ip });
const person = () => seedUser({ passwordHash });

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and a mark that this browser is known', async () => {
    const { id, email } = await person();
    const browser = browserAt();
    const { status, data, cookies } = await browser.mutate('auth.sign_in', {
      email: ` ${email.toUpperCase()} `,
      password,
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
    const secure = await serve({ baseUrl });
    const { email } = await person();
    const browser = openBrowser(secure.url, { host: 'console.example.com', origin: baseUrl });
    const { cookies } = await browser.mutate('auth.sign_in', { email, password });
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-sb_(session|device)=\S+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    }
  });

  test('never keeps a session token from before, and ends the session that the browser had', async () => {
    const { email } = await person();
    const browser = browserAt();
    const planted = 'x'.repeat(43);
    browser.jar.set(SESSION, planted);
    await browser.mutate('auth.sign_in', { email, password });
    const first = browser.jar.get(SESSION) ?? '';
    expect(first).not.toBe(planted);

    await browser.mutate('auth.sign_in', { email, password });
    expect(browser.jar.get(SESSION)).not.toBe(first);
    const before = openBrowser(server.url, { cookie: `${SESSION}=${first}` });
    expect((await before.query('account.get')).problem.code).toBe('session_required');
  });

  test('renews a hash of older parameters', async () => {
    const old = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 });
    const { id, email } = await seedUser({ passwordHash: old });
    expect((await browserAt().mutate('auth.sign_in', { email, password })).status).toBe(200);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await browserAt().mutate('auth.sign_in', { email, password })).status).toBe(200);
  });

  test('fails when the password was changed while it was being judged', async () => {
    const { id, email } = await person();
    const started = await database.transaction(async (tx) => {
      await lockUser(tx, id);
      const attempt = browserAt().mutate('auth.sign_in', { email, password });
      // What came later is done, so the old password has been found right and waits for the row.
      for (let at = 0; at < 5; at += 1) await browserAt().query('auth.status');
      for (let at = 0; at < 3; at += 1) await hashPassword(WRONG);
      await updateUser(tx, id, { passwordHash: await hashPassword(WRONG) });
      return { attempt };
    });
    const { status, cookies } = await started.attempt;
    expect([status, cookies]).toEqual([401, []]);
  });

  test('is not for keys', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const { email } = await person();
    const { status, cookies } = await browserAt().mutate(
      'auth.sign_in',
      { email, password },
      { headers: { authorization: `Bearer ${secret}` } },
    );
    expect([status, cookies]).toEqual([403, []]);
  });
});

test('an unknown, a suspended and a passwordless account answer as a known one with a wrong password', async () => {
  const known = await person();
  const suspended = await person();
  await db.update(users).set({ state: 'suspended' }).where(eq(users.id, suspended.id));
  const passwordless = await seedUser();
  const unreadable = await seedUser({ passwordHash: '$argon2id$v=19$broken' });
  const tries: Record<string, [email: string, password: string]> = {
    known: [known.email, WRONG],
    unknown: [`${newId('usr')}@example.com`, password],
    suspended: [suspended.email, password],
    passwordless: [passwordless.email, password],
    unreadable: [unreadable.email, password],
  };

  const answers = new Set<string>();
  const medians: Record<string, number> = {};
  for (const [name, [email, given]] of Object.entries(tries)) {
    const times: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const began = performance.now();
      const said = await browserAt().mutate('auth.sign_in', { email, password: given });
      times.push(performance.now() - began);
      const headers = [...said.headers].filter(([header]) => !['x-request-id', 'date'].includes(header)).toSorted();
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

describe('tries are counted', () => {
  test('the sixth is refused whatever X-Forwarded-For an untrusted peer invents; a known device still gets in', async () => {
    const direct = await serve({ trustedProxies: [] });
    const { email } = await person();
    const owner = openBrowser(direct.url);
    await owner.mutate('auth.sign_in', { email, password });
    owner.jar.delete(SESSION);

    const attack = (at: number) =>
      openBrowser(direct.url, { 'x-forwarded-for': `203.0.113.${at}` }).mutate('auth.sign_in', {
        email,
        password: WRONG,
      });
    for (let at = 0; at < 5; at += 1) expect((await attack(at)).status).toBe(401);
    const sixth = await attack(6);
    expect([sixth.status, sixth.problem.code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    // Many at once gain nothing either, and use up what the address has.
    const flood = await Promise.all(Array.from({ length: 80 }, (_, at) => attack(at)));
    expect(flood.every(({ status }) => status === 429)).toBe(true);

    expect((await openBrowser(direct.url).mutate('auth.sign_in', { email, password })).status).toBe(429);
    expect((await owner.mutate('auth.sign_in', { email, password })).status).toBe(200);
  });

  test('each failure beyond the fifth doubles the wait, and a success forgets them', async () => {
    const timed = await serve();
    const { email } = await person();
    const ip = freshAddress();
    const attempt = (given: string) => browserAt(ip, timed.url).mutate('auth.sign_in', { email, password: given });
    let ahead = 0;
    timed.services.now = () => new Date(Date.now() + ahead);

    for (let at = 0; at < 5; at += 1) await attempt(WRONG);
    for (const wait of [2, 4, 8]) {
      const refused = await attempt(password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(wait - 1, wait + 1);
      ahead += wait * 1000;
      expect((await attempt(WRONG)).status).toBe(401);
    }
    ahead += 16_000;
    expect((await attempt(password)).status).toBe(200);
    for (let at = 0; at < 5; at += 1) expect((await attempt(WRONG)).status).toBe(401);
  });

  test('behind a trusted proxy by the right-most hop that is none', async () => {
    const { email } = await person();
    const [attacker, other] = [freshAddress(), freshAddress()];
    for (let at = 0; at < 5; at += 1)
      await browserAt(`203.0.113.${at}, ${attacker}`).mutate('auth.sign_in', { email, password: WRONG });
    expect((await browserAt(`203.0.113.77, ${attacker}`).mutate('auth.sign_in', { email, password })).status).toBe(429);
    expect((await browserAt(`${attacker}, ${other}`).mutate('auth.sign_in', { email, password })).status).toBe(200);
  });

  test('thirty failures of an address, over whatever accounts, are all', async () => {
    const ip = freshAddress();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const email = `${newId('usr')}@example.com`;
        return (await browserAt(ip).mutate('auth.sign_in', { email, password: WRONG })).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('an account with fifty failures is judged one try at a time, and too many waiting are refused', async () => {
    const { email } = await person();
    const bucket = BUCKETS.account(email).id;
    const inAnHour = Date.now() + 3_600_000;
    await db.insert(authThrottle).values({ bucket, failures: 50, tat: inAnHour, until: new Date(inAnHour) });

    const leave = new AbortController();
    const tries = Array.from({ length: 23 }, () =>
      browserAt().mutate('auth.sign_in', { email, password: WRONG }, { signal: leave.signal }),
    );
    const answered: number[] = [];
    await new Promise<void>((done) => {
      for (const attempt of tries) {
        attempt.then(
          ({ status }) => answered.push(status) === 3 && done(),
          () => {},
        );
      }
    });
    leave.abort();
    await Promise.allSettled(tries);
    expect(answered.toSorted()).toEqual([401, 429, 429]);
  });

  test('a device of one person opens no way around the limits of another', async () => {
    const [mine, theirs] = [await person(), await person()];
    const ip = freshAddress();
    const browser = browserAt(ip);
    await browser.mutate('auth.sign_in', { email: mine.email, password });
    for (let at = 0; at < 5; at += 1) {
      expect((await browser.mutate('auth.sign_in', { email: theirs.email, password: WRONG })).status).toBe(401);
    }
    expect((await browser.mutate('auth.sign_in', { email: theirs.email, password: WRONG })).status).toBe(429);

    const left = server.services.limits.failures.judge(ip).policies[0]?.r;
    expect(left).toBeLessThanOrEqual(60 - 6);

    const forged = browserAt(ip);
    const value = browser.jar.get(DEVICE) ?? '';
    forged.jar.set(DEVICE, value.replace(mine.id, theirs.id));
    expect((await forged.mutate('auth.sign_in', { email: theirs.email, password })).status).toBe(429);
  });

  test('a known device has ten failures an hour', async () => {
    const { email } = await person();
    const browser = browserAt();
    await browser.mutate('auth.sign_in', { email, password });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await browser.mutate('auth.sign_in', { email, password: WRONG })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('a device is known no longer once the password was changed elsewhere', async () => {
    const { email } = await person();
    const [here, there] = [browserAt(), browserAt()];
    for (const browser of [here, there]) await browser.mutate('auth.sign_in', { email, password });
    const change = { current_password: password, password: 'four other words by chance' };
    expect((await there.mutate('account.password.change', change)).status).toBe(200);

    const tries = async (browser: typeof here) => {
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        statuses.push((await browser.mutate('auth.sign_in', { email, password: WRONG })).status);
      }
      return statuses;
    };
    expect(await tries(here)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await tries(there)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  test('each call of a batch would count, so calls of auth and account are refused in one', async () => {
    const { email } = await person();
    const names = Array.from({ length: 20 }, () => 'auth.sign_in').join(',');
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, { email, password }]));
    for (const path of [`${names}?batch=1`, `${names.replaceAll(',', '%2C')}?batch=1`, `${names}?b%61tch=1`, names]) {
      const { status, cookies } = await browserAt().mutate(path, input);
      expect([status, cookies]).toEqual([400, []]);
    }
    expect((await browserAt().mutate(`auth.status,account.update?batch=1`, {})).status).toBe(400);
    expect((await browserAt().mutate('auth.%zz', {})).status).toBe(404);
  });

  test('more than the processors can hash are told to come again in a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, () =>
        browserAt().mutate('auth.sign_in', { email: `${newId('usr')}@example.com`, password: WRONG }),
      ),
    );
    const overloaded = answers.filter(({ status }) => status === 503);
    expect(overloaded.length).toBeGreaterThan(0);
    for (const { problem, headers } of overloaded) {
      expect([problem.code, headers.get('retry-after')]).toEqual(['overloaded', '1']);
    }
  });
});

describe('the cookie dies', () => {
  const signedIn = async (email: string) => {
    const browser = browserAt();
    expect((await browser.mutate('auth.sign_in', { email, password })).status).toBe(200);
    const token = browser.jar.get(SESSION) ?? '';
    const replay = openBrowser(server.url, { cookie: `${SESSION}=${token}` });
    expect((await replay.query('account.sessions.list', {})).status).toBe(200);
    return { browser, replay };
  };
  const isDead = async ({ replay }: { replay: ReturnType<typeof openBrowser> }) => {
    // Reads no row of the session: what refuses it is the guard.
    const { status, problem } = await replay.query('account.sessions.list', {});
    expect([status, problem?.code]).toEqual([401, 'session_required']);
  };

  test('at sign-out, which takes it from the browser', async () => {
    const one = await signedIn((await person()).email);
    const { status, cookies } = await one.browser.mutate('auth.sign_out');
    expect([status, cookies]).toEqual([200, [`${SESSION}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`]]);
    await isDead(one);
    expect((await one.browser.mutate('auth.sign_out')).status).toBe(200);
  });

  test('when the password is changed elsewhere; the browser that changed it goes on with a new one', async () => {
    const { email } = await person();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const next = 'four other words by chance';
    const { status } = await here.browser.mutate('account.password.change', {
      current_password: password,
      password: next,
    });
    expect(status).toBe(200);
    await isDead(there);
    await isDead(here);
    expect((await here.browser.query('account.get')).status).toBe(200);
    expect((await browserAt().mutate('auth.sign_in', { email, password })).status).toBe(401);
    expect((await browserAt().mutate('auth.sign_in', { email, password: next })).status).toBe(200);
  });

  test('when the person is suspended', async () => {
    const { id, email } = await person();
    const one = await signedIn(email);
    const admin = await seedUser({ admin: true });
    const office = openBrowser(server.url, { cookie: admin.cookieFor(server.services.config.baseUrl) });
    expect((await office.mutate('instance.users.suspend', { user_id: id })).status).toBe(200);
    await isDead(one);
    expect((await browserAt().mutate('auth.sign_in', { email, password })).status).toBe(401);
    await office.mutate('instance.users.resume', { user_id: id });
    expect((await browserAt().mutate('auth.sign_in', { email, password })).status).toBe(200);
  });

  test('after seven days without use and after thirty in any case', async () => {
    const timed = await serve();
    const { email } = await person();
    const browser = browserAt(freshAddress(), timed.url);
    const { data } = await browser.mutate('auth.sign_in', { email, password });
    const rows = await db.select().from(sessions).where(eq(sessions.userId, data.user.id));
    const row = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(30 * 86_400_000);

    timed.services.now = () => new Date(Date.now() + 7 * 86_400_000 - 60_000);
    expect((await browser.query('account.get')).status).toBe(200);
    timed.services.now = () => new Date(Date.now() + 7 * 86_400_000 + 60_000);
    expect((await browser.query('account.get')).problem.code).toBe('session_required');
  });
});

describe('a request that another site made', () => {
  const forged: [string, Record<string, string | undefined>][] = [
    ['as a form of plain text', { 'content-type': 'text/plain' }],
    ['without Origin and Sec-Fetch-Site', { origin: undefined, 'sec-fetch-site': undefined }],
    ['with Origin: null', { origin: 'null', 'sec-fetch-site': undefined }],
    ['from a sibling sub-domain', { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': undefined }],
  ];

  test.each(forged)('%s does nothing with the session and signs nobody in', async (_, headers) => {
    const { id, email } = await person();
    const browser = browserAt();
    await browser.mutate('auth.sign_in', { email, password });
    const { status, problem } = await browser.mutate('account.update', { name: 'Eve' }, { headers });
    expect([status, problem.code]).toEqual([403, 'csrf_failed']);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.name).toBe('Ada');

    const login = await browserAt().mutate('auth.sign_in', { email, password }, { headers });
    expect([login.status, login.problem.code, login.cookies]).toEqual([403, 'csrf_failed', []]);
  });

  test('reads nothing', async () => {
    const { email } = await person();
    const browser = browserAt();
    await browser.mutate('auth.sign_in', { email, password });
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
