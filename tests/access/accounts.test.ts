import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { BUCKETS } from '../../server/access/accounts/throttle';
import { authThrottle, sessions } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { queries } from '../../server/db/database';
import { normaliseEmail } from '../../shared/access/accounts';
import {
  behindProxy,
  browserAt,
  clockStill,
  lastEntryOf,
  later,
  NEXT_PASSWORD,
  PASSWORD,
  seedSignedIn,
  SESSION_COOKIE,
  signIn,
} from '../support/accounts';
import { database, startServer } from '../support/app';

const db = queries(database);
const server = await startServer(behindProxy);
afterAll(() => server.stop());

describe('an e-mail address has one spelling', () => {
  test.each([
    [' Ada.Lovelace+Tag@Example.COM ', 'ada.lovelace+tag@example.com'],
    ['ada@exämple.com', 'ada@xn--exmple-cua.com'],
    ['ada@localhost', 'ada@localhost'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`${'a'.repeat(65)}@example.com`, undefined],
    ['ada', undefined],
    ['@example.com', undefined],
    ['ada@', undefined],
    ['a da@example.com', undefined],
    ['ada..b@example.com', undefined],
    ['ada@example.com, eve@example.com', undefined],
    ['ada@127.0.0.1', undefined],
    ['ada@[::1]', undefined],
    ['ada@example.com/x', undefined],
    ['ada@example.com\r\nBcc: eve@example.com', undefined],
    [`ada@${'a.'.repeat(130)}com`, undefined],
  ])('%j', (given, spelled) => expect(normaliseEmail(given)).toBe(spelled as string));
});

describe('the account', () => {
  test('is read and renamed by its owner', async () => {
    const { id, email, browser: mine } = await seedSignedIn(server);
    const { data } = await mine.query('account.get');
    expect(data.user).toMatchObject({ id, email, name: 'Ada', instance_admin: false, has_password: true });
    expect(data.session).toMatchObject({ current: true, ip: '127.0.0.1', user_agent: 'test' });

    expect((await mine.mutate('account.update', { name: 'Ada Lovelace' })).data.name).toBe('Ada Lovelace');
    expect((await mine.query('account.get')).data.user.name).toBe('Ada Lovelace');
    await mine.mutate('auth.sign_out');
    const where = eq(auditEntries.actorId, id);
    expect(await db.select().from(auditEntries).where(where).orderBy(auditEntries.id)).toMatchObject([
      { action: 'account.updated', changes: { before: { name: 'Ada' }, after: { name: 'Ada Lovelace' } } },
      { action: 'auth.signed_out', actor: { label: 'Ada Lovelace' } },
    ]);
  });

  test('refuses what it does not know and what no database can store', async () => {
    const { browser: mine } = await seedSignedIn(server);
    const codeOf = async (input: unknown) => (await mine.mutate('account.update', input)).problem;
    expect(await codeOf({ name: 'Eve', instance_admin: true })).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
    });
    expect(await codeOf({ name: '' })).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await codeOf({ name: 'x\u0000' })).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await codeOf({ name: 'x'.repeat(81) })).toMatchObject({ status: 400 });
    expect((await mine.mutate('account.update')).problem).toMatchObject({ status: 400 });
  });

  test('needs a session', async () => {
    for (const path of ['account.get', 'account.sessions.list']) {
      expect((await browserAt(server).query(path, {})).problem).toMatchObject({
        status: 401,
        code: 'session_required',
      });
    }
    expect((await browserAt(server).mutate('auth.step_up', { password: PASSWORD })).problem.code).toBe(
      'session_required',
    );
  });
});

describe('sessions', () => {
  test('are listed newest first, in pages, without ended ones', async () => {
    const { id, sessionId, email, browser: mine } = await seedSignedIn(server);
    const others = [await signIn(server, email), await signIn(server, email)];
    await db
      .update(sessions)
      .set({ idleExpiresAt: new Date(0) })
      .where(eq(sessions.id, others[0]?.sessionId ?? ''));

    const all = (await mine.query('account.sessions.list', {})).data;
    expect(all.data.map((row: { id: string; current: boolean }) => [row.id, row.current])).toEqual([
      [others[1]?.sessionId, false],
      [sessionId, true],
    ]);
    const first = (await mine.query('account.sessions.list', { limit: 1 })).data;
    expect(first).toMatchObject({ has_more: true, data: [{ id: others[1]?.sessionId }] });
    const second = (await mine.query('account.sessions.list', { limit: 1, cursor: first.next_cursor })).data;
    expect(second).toMatchObject({ has_more: false, next_cursor: null, data: [{ id: sessionId }] });

    const { browser: eve } = await seedSignedIn(server);
    const stolen = await eve.query('account.sessions.list', { cursor: first.next_cursor });
    expect(stolen.problem.code).toBe('invalid_cursor');
    expect(JSON.stringify(all)).not.toContain(id);
  });

  test('are ended one by one or all but the current one; those of others cannot be', async () => {
    const { email, browser: mine } = await seedSignedIn(server);
    const [one, two, three] = [await signIn(server, email), await signIn(server, email), await signIn(server, email)];
    const { browser: eve } = await seedSignedIn(server);
    expect((await eve.mutate('account.sessions.revoke', { session_id: one.sessionId })).problem.code).toBe('not_found');
    expect((await one.query('account.get')).status).toBe(200);

    expect((await mine.mutate('account.sessions.revoke', { session_id: one.sessionId })).status).toBe(200);
    expect((await one.query('account.get')).status).toBe(401);
    expect((await mine.mutate('account.sessions.revoke', { session_id: one.sessionId })).status).toBe(404);

    expect((await mine.mutate('account.sessions.revoke_others')).data).toEqual({ revoked: 2 });
    for (const other of [two, three]) expect((await other.query('account.get')).status).toBe(401);
    expect((await mine.query('account.get')).status).toBe(200);
  });

  test('ending the current one deletes the cookie', async () => {
    const { email } = await seedSignedIn(server);
    const mine = await signIn(server, email);
    const { cookies } = await mine.mutate('account.sessions.revoke', { session_id: mine.sessionId });
    expect(cookies).toEqual([`${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`]);
  });
});

describe('confirming the password', () => {
  test('allows protected operations for ten minutes, and gives the session a new token', async () => {
    const [admin, other] = [await seedSignedIn(server, { admin: true }), await seedSignedIn(server)];
    const mine = await signIn(server, admin.email);
    const old = mine.jar.get(SESSION_COOKIE) ?? '';
    const ask = () => mine.mutate('instance.users.reset_link', { user_id: other.id });
    expect((await ask()).status).toBe(200);

    await later(server, 11 * 60_000, async () => {
      expect((await ask()).problem).toMatchObject({ status: 403, code: 'step_up_required' });
      expect((await mine.mutate('auth.step_up', { password: NEXT_PASSWORD })).problem.code).toBe('invalid_credentials');
      expect((await ask()).status).toBe(403);

      const { status, cookies } = await mine.mutate('auth.step_up', { password: PASSWORD });
      expect([status, cookies.length]).toEqual([200, 1]);
      expect((await ask()).status).toBe(200);
      expect((await browserAt(server, { cookie: `${SESSION_COOKIE}=${old}` }).query('account.get')).problem.code).toBe(
        'session_required',
      );
    });
    const sessionRows = await db.select().from(sessions).where(eq(sessions.id, mine.sessionId));
    expect(sessionRows).toHaveLength(1);
  });

  test('cannot be used to guess it', async () => {
    const { id, browser: mine } = await seedSignedIn(server);
    const attempt = async () => (await mine.mutate('auth.step_up', { password: NEXT_PASSWORD })).status;
    await clockStill(server, Date.now(), async () => {
      for (let at = 0; at < 5; at += 1) expect(await attempt()).toBe(401);
      expect(await attempt()).toBe(429);
      const change = await mine.mutate('account.password.change', {
        current_password: PASSWORD,
        password: NEXT_PASSWORD,
      });
      expect(change.status).toBe(429);
    });
    await db.delete(authThrottle).where(eq(authThrottle.bucket, BUCKETS.person(id).id));
    expect((await mine.mutate('auth.step_up', { password: PASSWORD })).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('needs the current one, and a good one', async () => {
    const { email, browser: mine } = await seedSignedIn(server);
    const change = (current: string, next: string) =>
      mine.mutate('account.password.change', { current_password: current, password: next });
    expect((await change(NEXT_PASSWORD, NEXT_PASSWORD)).problem).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
    expect((await change(PASSWORD, 'short')).problem.errors[0].code).toBe('password_too_short');
    expect((await change(PASSWORD, `${email}!`)).problem.errors[0].code).toBe('password_too_predictable');
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('invalidates reset links', async () => {
    const { id, browser: mine } = await seedSignedIn(server);
    const token = await tokenFor(id);
    expect(
      (await mine.mutate('account.password.change', { current_password: PASSWORD, password: NEXT_PASSWORD })).status,
    ).toBe(200);
    expect(
      (await browserAt(server).mutate('auth.password.reset', { token, password: 'yet four words by chance' })).status,
    ).toBe(404);
  });
});

const admin = await seedSignedIn(server, { admin: true });

async function tokenFor(userId: string): Promise<string> {
  const { data } = await admin.browser.mutate('instance.users.reset_link', { user_id: userId });
  const [, token = ''] = /^http:\/\/localhost:3000\/user\/api\/reset#token=([0-9A-Za-z]{43})$/.exec(data.url) ?? [];
  return token;
}

const reset = (token: string, password = NEXT_PASSWORD) =>
  browserAt(server).mutate('auth.password.reset', { token, password });

describe('a reset link', () => {
  test('sets a new password once, ends every session and does not sign in', async () => {
    const { id, email, browser: mine } = await seedSignedIn(server);
    const token = await tokenFor(id);
    expect((await reset(token, 'short')).problem.errors[0].code).toBe('password_too_short');

    const { status, cookies } = await reset(token);
    expect([status, cookies]).toEqual([200, []]);
    expect((await mine.query('account.get')).status).toBe(401);
    expect((await signIn(server, email)).status).toBe(401);
    expect((await signIn(server, email, NEXT_PASSWORD)).status).toBe(200);
    expect((await reset(token)).problem).toMatchObject({ status: 404, code: 'not_found' });
    const { id: _, ...entry } = (await lastEntryOf(id)) ?? { id: '' };
    expect(entry).toMatchObject({ actor: { type: 'anonymous' } });
    const where = and(eq(auditEntries.targetId, id), eq(auditEntries.action, 'auth.password_reset'));
    expect(await db.$count(auditEntries, where)).toBe(1);
  });

  test('ends after thirty minutes, by a newer one and by a suspension; all invalid ones get the same answer', async () => {
    const [aged, replaced, suspended] = [
      await seedSignedIn(server),
      await seedSignedIn(server),
      await seedSignedIn(server),
    ];
    const tokens = [await tokenFor(aged.id), await tokenFor(replaced.id), await tokenFor(suspended.id), 'x'.repeat(43)];
    await tokenFor(replaced.id);
    await admin.browser.mutate('instance.users.suspend', { user_id: suspended.id });

    const answers = await later(server, 31 * 60_000, () => Promise.all(tokens.map((token) => reset(token))));
    const texts = answers.map(({ text }) => text.replaceAll(/req_[0-9a-z]{26}/g, 'req'));
    expect(new Set(texts).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await reset(tokens[1] ?? '')).status).toBe(404);
    expect((await reset(tokens[2] ?? '')).status).toBe(404);
    expect((await reset(tokens[0] ?? '')).status).toBe(200);
  });

  test('of fifty uses at once has one winner', async () => {
    const { id, email } = await seedSignedIn(server);
    const token = await tokenFor(id);
    const passwords = Array.from({ length: 50 }, (_, at) => `${NEXT_PASSWORD} ${at}`);
    const answers = await Promise.all(passwords.map((next) => reset(token, next)));
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    expect((await signIn(server, email, passwords[won[0] ?? 0])).status).toBe(200);
  });
});

test('only the response of reset_link contains a token', async () => {
  const { email, browser: mine } = await seedSignedIn(server);
  const mineToo = await signIn(server, email);
  await mine.query('account.sessions.list', {});
  await mineToo.mutate('auth.step_up', { password: PASSWORD });
  await mineToo.mutate('account.password.change', { current_password: PASSWORD, password: NEXT_PASSWORD });
  await admin.browser.query('instance.users.list', {});
  const bodies = [...mine.bodies, ...mineToo.bodies, ...admin.browser.bodies.filter((body) => !body.includes('"url"'))];
  expect(bodies.length).toBeGreaterThan(6);
  for (const body of bodies) expect(body).not.toMatch(/\b[0-9A-Za-z]{43}\b|argon2|token_hash/);
});
