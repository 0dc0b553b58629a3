import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { BUCKETS } from '../../server/access/accounts/throttle';
import { authThrottle } from '../../server/access/schema/accounts';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import {
  behindProxy,
  browserAt,
  clockStill,
  DEVICE_COOKIE,
  freshAddress,
  NEXT_PASSWORD,
  PASSWORD,
  seedAccount,
  SESSION_COOKIE,
  WRONG_PASSWORD,
} from '../support/accounts';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';

/** From one attempt to the next of those that wait. */
const TURN_MS = 2000;
const db = queries(database);
const server = await startServer(behindProxy);
const direct = await startServer();
afterAll(() => Promise.all([server.stop(), direct.stop()]));

describe('tries are counted', () => {
  test('the sixth is refused whatever X-Forwarded-For an untrusted peer sends; a known device can still sign in', async () => {
    await db.delete(authThrottle).where(eq(authThrottle.bucket, BUCKETS.address('127.0.0.1').id));
    const { email } = await seedAccount();
    const owner = openBrowser(direct.url);
    await owner.mutate('auth.sign_in', { email, password: PASSWORD });
    owner.jar.delete(SESSION_COOKIE);

    // A slow machine would outlast the wait after the fifth.
    const still = new Date();
    direct.services.now = () => still;
    const attack = (at: number) =>
      openBrowser(direct.url, { 'x-forwarded-for': `203.0.113.${at}` }).mutate('auth.sign_in', {
        email,
        password: WRONG_PASSWORD,
      });
    for (let at = 0; at < 5; at += 1) expect((await attack(at)).status).toBe(401);
    const sixth = await attack(6);
    expect([sixth.status, sixth.problem.code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    // Many at once gain nothing either, and use up what the address has.
    for (let sent = 0; sent < 1000; sent += 100) {
      const flood = await Promise.all(Array.from({ length: 100 }, (_, at) => attack(at)));
      expect(flood.every(({ status }) => status === 429)).toBe(true);
    }

    expect((await openBrowser(direct.url).mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(429);
    expect((await owner.mutate('auth.sign_in', { email, password: PASSWORD })).status).toBe(200);
  });

  test('each failure beyond the fifth doubles the wait, and a success resets them', async () => {
    const { email } = await seedAccount();
    const browser = browserAt(server);
    let at = Date.now();
    const attempt = (password: string) =>
      clockStill(server, at, () => browser.mutate('auth.sign_in', { email, password }));

    for (let count = 0; count < 5; count += 1) await attempt(WRONG_PASSWORD);
    for (const wait of [2, 4, 8]) {
      const refused = await attempt(PASSWORD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(wait - 1, wait + 1);
      at += wait * 1000;
      expect((await attempt(WRONG_PASSWORD)).status).toBe(401);
    }
    at += 16_000;
    expect((await attempt(PASSWORD)).status).toBe(200);
    browser.jar.delete(DEVICE_COOKIE);
    for (let count = 0; count < 5; count += 1) expect((await attempt(WRONG_PASSWORD)).status).toBe(401);
  });

  test('behind a trusted proxy by the right-most untrusted hop', async () => {
    const { email } = await seedAccount();
    const [attacker, other] = [freshAddress(), freshAddress()];
    const statusOf = async (hops: string, password: string) =>
      (await browserAt(server, { ip: hops }).mutate('auth.sign_in', { email, password })).status;
    await clockStill(server, Date.now(), async () => {
      for (let at = 0; at < 5; at += 1) await statusOf(`203.0.113.${at}, ${attacker}`, WRONG_PASSWORD);
      expect(await statusOf(`203.0.113.77, ${attacker}`, PASSWORD)).toBe(429);
      expect(await statusOf(`${attacker}, ${other}`, PASSWORD)).toBe(200);
    });
  });

  test('an address has thirty failures, over all accounts', async () => {
    const ip = freshAddress();
    const attempt = async () => {
      const email = `${newId('usr')}@example.com`;
      return (await browserAt(server, { ip }).mutate('auth.sign_in', { email, password: WRONG_PASSWORD })).status;
    };
    const statuses = await clockStill(server, Date.now(), () => Promise.all(Array.from({ length: 40 }, attempt)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('failures of others at an address do not keep who is signed in there from proving the password', async () => {
    const ip = freshAddress();
    const person = await seedAccount();
    const browser = browserAt(server, { ip, cookie: person.cookieFor(server.services.config.baseUrl) });
    expect((await browser.query('account.get')).status).toBe(200);
    const attempt = async () => {
      const email = `${newId('usr')}@example.com`;
      return (await browserAt(server, { ip }).mutate('auth.sign_in', { email, password: WRONG_PASSWORD })).status;
    };
    const attempts = await clockStill(server, Date.now(), () => Promise.all(Array.from({ length: 31 }, attempt)));
    expect(attempts.filter((status) => status === 429)).toHaveLength(1);
    expect((await browser.mutate('auth.step_up', { password: PASSWORD })).status).toBe(200);
  });

  test('an account with fifty failures checks one attempt at a time, and too many waiting ones are refused', async () => {
    const { email } = await seedAccount();
    const bucket = BUCKETS.account(email).id;
    const inAnHour = Date.now() + 3_600_000;
    await db.insert(authThrottle).values({ bucket, failures: 50, tat: inAnHour, until: new Date(inAnHour) });

    const leave = new AbortController();
    const began = performance.now();
    const tries = Array.from({ length: 40 }, () =>
      browserAt(server).mutate('auth.sign_in', { email, password: WRONG_PASSWORD }, { signal: leave.signal }),
    );
    const answered = { checked: 0, refused: 0 };
    const enough = Promise.withResolvers<void>();
    const recorded = tries.map(async (attempt) => {
      const { status } = await attempt;
      answered[status === 401 ? 'checked' : 'refused'] += 1;
      if (answered.checked > 0 && answered.refused > 1) enough.resolve();
    });
    await enough.promise;
    const turns = 1 + Math.floor((performance.now() - began) / TURN_MS);
    expect(answered.checked).toBeLessThanOrEqual(turns);
    leave.abort();
    await Promise.allSettled(recorded);
  });

  test('a known device of one person does not bypass the limits of another', async () => {
    const [mine, theirs] = [await seedAccount(), await seedAccount()];
    const ip = freshAddress();
    const browser = browserAt(server, { ip });
    const start = performance.now();
    const tryAt = async (from: typeof browser, password: string) =>
      (await from.mutate('auth.sign_in', { email: theirs.email, password })).status;
    await clockStill(server, Date.now(), async () => {
      await browser.mutate('auth.sign_in', { email: mine.email, password: PASSWORD });
      for (let at = 0; at < 5; at += 1) expect(await tryAt(browser, WRONG_PASSWORD)).toBe(401);
      expect(await tryAt(browser, WRONG_PASSWORD)).toBe(429);

      const left = server.services.limits.failures.check(ip).policies[0]?.r;
      const givenBack = Math.floor((performance.now() - start) / 1000);
      expect(left).toBeLessThanOrEqual(60 - 6 + givenBack);

      const forged = browserAt(server, { ip });
      const value = browser.jar.get(DEVICE_COOKIE) ?? '';
      forged.jar.set(DEVICE_COOKIE, value.replace(mine.id, theirs.id));
      expect(await tryAt(forged, PASSWORD)).toBe(429);
    });
  });

  test('a known device has ten failures an hour', async () => {
    const { email } = await seedAccount();
    const browser = browserAt(server);
    await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await browser.mutate('auth.sign_in', { email, password: WRONG_PASSWORD })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('a device is no longer known once the password was changed elsewhere', async () => {
    const { email } = await seedAccount();
    const [here, there] = [browserAt(server), browserAt(server)];
    for (const browser of [here, there]) await browser.mutate('auth.sign_in', { email, password: PASSWORD });
    const change = { current_password: PASSWORD, password: NEXT_PASSWORD };
    expect((await there.mutate('account.password.change', change)).status).toBe(200);

    const tries = async (browser: typeof here) => {
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        statuses.push((await browser.mutate('auth.sign_in', { email, password: WRONG_PASSWORD })).status);
      }
      return statuses;
    };
    await clockStill(server, Date.now(), async () => {
      expect(await tries(here)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await tries(there)).toEqual([401, 401, 401, 401, 401, 401]);
    });
  });

  test('each call of a batch would count, so calls of auth and account are refused in one', async () => {
    const { email } = await seedAccount();
    const names = Array.from({ length: 20 }, () => 'auth.sign_in').join(',');
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, { email, password: PASSWORD }]));
    for (const path of [`${names}?batch=1`, `${names.replaceAll(',', '%2C')}?batch=1`, `${names}?b%61tch=1`, names]) {
      const { status, cookies } = await browserAt(server).mutate(path, input);
      expect([status, cookies]).toEqual([400, []]);
    }
    expect((await browserAt(server).mutate(`auth.status,account.update?batch=1`, {})).status).toBe(400);
    expect((await browserAt(server).mutate('auth.%zz', {})).status).toBe(404);
  });

  test('more than the processors can hash are asked to retry in a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, () =>
        browserAt(server).mutate('auth.sign_in', { email: `${newId('usr')}@example.com`, password: WRONG_PASSWORD }),
      ),
    );
    const overloaded = answers.filter(({ status }) => status === 503);
    expect(overloaded.length).toBeGreaterThan(0);
    for (const { problem, headers } of overloaded) {
      expect([problem.code, headers.get('retry-after')]).toEqual(['overloaded', '1']);
    }
  });
});
