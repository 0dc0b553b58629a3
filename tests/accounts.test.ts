import { afterAll, describe, expect, test } from 'bun:test';

import { and, desc, eq } from 'drizzle-orm';

import { queries } from '../server/db/database';
import { auditEntries, authThrottle, sessions } from '../server/db/schema';
import { lockUser } from '../server/db/unscoped/accounts';
import { hashPassword } from '../server/features/accounts/password-hash';
import { BUCKETS } from '../server/features/accounts/throttle';
import { normaliseEmail } from '../shared/accounts';
import { newId } from '../shared/ids';
import { database, startServer } from './support/app';
import { openBrowser } from './support/browser';
import { restClient } from './support/client';
import { eventsOf } from './support/people';
import { seedKey, seedMember, seedUser, seedWorkspace } from './support/seed';

const db = queries(database);
const password = 'four words by chance';
const passwordHash = await hashPassword(password);
const NEXT = 'four other words by chance';
const SESSION = 'sb_session_3000';

const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());

let addresses = 0;
const browser = (cookie?: string) => {
  addresses += 1;
  const opened = openBrowser(server.url, { 'x-forwarded-for': `2001:db8:a:${addresses.toString(16)}::1` });
  const [name, value] = cookie?.split('=') ?? [];
  if (name && value) opened.jar.set(name, value);
  return opened;
};

/** Somebody with a password, signed in by a session from the seed. */
async function person(options: { admin?: boolean } = {}) {
  const user = await seedUser({ ...options, passwordHash });
  return { ...user, browser: browser(user.cookieFor(server.services.config.baseUrl)) };
}

async function signIn(email: string, given = password) {
  const opened = browser();
  const said = await opened.mutate('auth.sign_in', { email, password: given });
  return { ...opened, status: said.status, sessionId: (await opened.query('account.get')).data?.session.id as string };
}

const lastEntry = async (targetId: string) => {
  const where = eq(auditEntries.targetId, targetId);
  const [entry] = await db.select().from(auditEntries).where(where).orderBy(desc(auditEntries.id)).limit(1);
  return entry;
};

/** Runs `work` with a clock that is ahead. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { now } = server.services;
  server.services.now = () => new Date(Date.now() + ms);
  try {
    return await work();
  } finally {
    server.services.now = now;
  }
}

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
  test('is read and renamed by its person', async () => {
    const { id, email, browser: mine } = await person();
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
    const { browser: mine } = await person();
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
      expect((await browser().query(path, {})).problem).toMatchObject({ status: 401, code: 'session_required' });
    }
    expect((await browser().mutate('auth.step_up', { password })).problem.code).toBe('session_required');
  });
});

describe('sessions', () => {
  test('are listed, newest first and page by page, without those that have ended', async () => {
    const { id, sessionId, email, browser: mine } = await person();
    const others = [await signIn(email), await signIn(email)];
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

    const { browser: eve } = await person();
    const stolen = await eve.query('account.sessions.list', { cursor: first.next_cursor });
    expect(stolen.problem.code).toBe('invalid_cursor');
    expect(JSON.stringify(all)).not.toContain(id);
  });

  test('are ended one by one or all but this; another person’s cannot be', async () => {
    const { email, browser: mine } = await person();
    const [one, two, three] = [await signIn(email), await signIn(email), await signIn(email)];
    const { browser: eve } = await person();
    expect((await eve.mutate('account.sessions.revoke', { session_id: one.sessionId })).problem.code).toBe('not_found');
    expect((await one.query('account.get')).status).toBe(200);

    expect((await mine.mutate('account.sessions.revoke', { session_id: one.sessionId })).status).toBe(200);
    expect((await one.query('account.get')).status).toBe(401);
    expect((await mine.mutate('account.sessions.revoke', { session_id: one.sessionId })).status).toBe(404);

    expect((await mine.mutate('account.sessions.revoke_others')).data).toEqual({ revoked: 2 });
    for (const other of [two, three]) expect((await other.query('account.get')).status).toBe(401);
    expect((await mine.query('account.get')).status).toBe(200);
  });

  test('ending the own one takes the cookie back', async () => {
    const { email } = await person();
    const mine = await signIn(email);
    const { cookies } = await mine.mutate('account.sessions.revoke', { session_id: mine.sessionId });
    expect(cookies).toEqual([`${SESSION}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`]);
  });
});

describe('giving the password again', () => {
  test('opens what needs it for ten minutes, and gives the session a new token', async () => {
    const [admin, other] = [await person({ admin: true }), await person()];
    const mine = await signIn(admin.email);
    const old = mine.jar.get(SESSION) ?? '';
    const ask = () => mine.mutate('instance.users.reset_link', { user_id: other.id });
    expect((await ask()).status).toBe(200);

    await later(11 * 60_000, async () => {
      expect((await ask()).problem).toMatchObject({ status: 403, code: 'step_up_required' });
      expect((await mine.mutate('auth.step_up', { password: NEXT })).problem.code).toBe('invalid_credentials');
      expect((await ask()).status).toBe(403);

      const { status, cookies } = await mine.mutate('auth.step_up', { password });
      expect([status, cookies.length]).toEqual([200, 1]);
      expect((await ask()).status).toBe(200);
      expect((await browser(`${SESSION}=${old}`).query('account.get')).problem.code).toBe('session_required');
    });
    const sessionRows = await db.select().from(sessions).where(eq(sessions.id, mine.sessionId));
    expect(sessionRows).toHaveLength(1);
  });

  test('is no way to guess it', async () => {
    const { id, browser: mine } = await person();
    const attempt = async () => (await mine.mutate('auth.step_up', { password: NEXT })).status;
    for (let at = 0; at < 5; at += 1) expect(await attempt()).toBe(401);
    expect(await attempt()).toBe(429);
    const change = await mine.mutate('account.password.change', { current_password: password, password: NEXT });
    expect(change.status).toBe(429);
    await db.delete(authThrottle).where(eq(authThrottle.bucket, BUCKETS.person(id).id));
    expect((await mine.mutate('auth.step_up', { password })).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('needs the current one, and a good one', async () => {
    const { email, browser: mine } = await person();
    const change = (current: string, next: string) =>
      mine.mutate('account.password.change', { current_password: current, password: next });
    expect((await change(NEXT, NEXT)).problem).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect((await change(password, 'short')).problem.errors[0].code).toBe('password_too_short');
    expect((await change(password, `${email}!`)).problem.errors[0].code).toBe('password_too_predictable');
    expect((await signIn(email)).status).toBe(200);
  });

  test('voids reset links', async () => {
    const { id, browser: mine } = await person();
    const token = await tokenFor(id);
    expect((await mine.mutate('account.password.change', { current_password: password, password: NEXT })).status).toBe(
      200,
    );
    expect(
      (await browser().mutate('auth.password.reset', { token, password: 'yet four words by chance' })).status,
    ).toBe(404);
  });
});

const admin = await person({ admin: true });

async function tokenFor(userId: string): Promise<string> {
  const { data } = await admin.browser.mutate('instance.users.reset_link', { user_id: userId });
  const [, token = ''] = /^http:\/\/localhost:3000\/user\/api\/reset#token=([0-9A-Za-z]{43})$/.exec(data.url) ?? [];
  return token;
}

describe('a reset link', () => {
  const reset = (token: string, next = NEXT) => browser().mutate('auth.password.reset', { token, password: next });

  test('sets a new password once, ends every session and signs nobody in', async () => {
    const { id, email, browser: mine } = await person();
    const token = await tokenFor(id);
    expect((await reset(token, 'short')).problem.errors[0].code).toBe('password_too_short');

    const { status, cookies } = await reset(token);
    expect([status, cookies]).toEqual([200, []]);
    expect((await mine.query('account.get')).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEXT)).status).toBe(200);
    expect((await reset(token)).problem).toMatchObject({ status: 404, code: 'not_found' });
    const { id: _, ...entry } = (await lastEntry(id)) ?? { id: '' };
    expect(entry).toMatchObject({ actor: { type: 'anonymous' } });
    const where = and(eq(auditEntries.targetId, id), eq(auditEntries.action, 'auth.password_reset'));
    expect(await db.$count(auditEntries, where)).toBe(1);
  });

  test('ends after thirty minutes, by a newer one and by a suspension; every bad one answers the same', async () => {
    const [aged, replaced, suspended] = [await person(), await person(), await person()];
    const tokens = [await tokenFor(aged.id), await tokenFor(replaced.id), await tokenFor(suspended.id), 'x'.repeat(43)];
    await tokenFor(replaced.id);
    await admin.browser.mutate('instance.users.suspend', { user_id: suspended.id });

    const answers = await later(31 * 60_000, () => Promise.all(tokens.map((token) => reset(token))));
    const texts = answers.map(({ text }) => text.replaceAll(/req_[0-9a-z]{26}/g, 'req'));
    expect(new Set(texts).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await reset(tokens[1] ?? '')).status).toBe(404);
    expect((await reset(tokens[2] ?? '')).status).toBe(404);
    expect((await reset(tokens[0] ?? '')).status).toBe(200);
  });

  test('of fifty uses at once has one winner', async () => {
    const { id, email } = await person();
    const token = await tokenFor(id);
    const passwords = Array.from({ length: 50 }, (_, at) => `${NEXT} ${at}`);
    const answers = await Promise.all(passwords.map((next) => reset(token, next)));
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    expect((await signIn(email, passwords[won[0] ?? 0])).status).toBe(200);
  });
});

describe('administrators of the installation', () => {
  test('are the only ones who reach instance.*', async () => {
    const { browser: mine } = await person();
    for (const path of ['instance.users.list', 'instance.workspaces.list']) {
      expect((await mine.query(path, {})).problem).toMatchObject({ status: 403, code: 'insufficient_role' });
      expect((await browser().query(path, {})).problem.code).toBe('session_required');
    }
    const { secret } = await seedKey(await seedWorkspace());
    const keyed = openBrowser(server.url, { authorization: `Bearer ${secret}` });
    expect((await keyed.query('instance.users.list', {})).problem.code).toBe('insufficient_role');
  });

  test('find people by part of name or address, page by page', async () => {
    const [one, two] = [await person(), await person()];
    await seedMember(await seedWorkspace(), one.id, 'viewer');
    const find = async (input: Record<string, unknown>) =>
      (await admin.browser.query('instance.users.list', input)).data;
    expect((await find({ q: one.id.toUpperCase() })).data).toMatchObject([
      { id: one.id, email: one.email, workspaces: 1, owner: false, state: 'active' },
    ]);
    expect((await find({ q: '%' })).data).toEqual([]);
    const first = await find({ limit: 1 });
    expect(first.data[0].id).toBe(two.id);
    expect((await find({ limit: 1, cursor: first.next_cursor })).data[0].id).toBe(one.id);
    const wrong = await admin.browser.query('instance.workspaces.list', { cursor: first.next_cursor });
    expect(wrong.problem.code).toBe('invalid_cursor');
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  test('suspend and resume a person, but not themselves', async () => {
    const { id, browser: mine } = await person();
    expect((await mine.query('account.sessions.list', {})).status).toBe(200);
    const suspend = (userId: string) => admin.browser.mutate('instance.users.suspend', { user_id: userId });
    expect((await suspend(id)).data).toMatchObject({ id, state: 'suspended' });
    expect((await mine.query('account.sessions.list', {})).status).toBe(401);
    expect(await lastEntry(id)).toMatchObject({
      action: 'instance.user_suspended',
      workspaceId: null,
      actorId: admin.id,
    });
    expect((await admin.browser.mutate('instance.users.reset_link', { user_id: id })).status).toBe(409);
    expect((await admin.browser.mutate('instance.users.resume', { user_id: id })).data.state).toBe('active');
    expect((await mine.query('account.get')).status).toBe(401);

    expect((await suspend(admin.id)).problem).toMatchObject({ status: 409, code: 'invalid_state' });
    expect((await suspend(newId('usr'))).status).toBe(404);
  });

  test('who suspend each other at once do not both succeed', async () => {
    const [one, two] = [await person({ admin: true }), await person({ admin: true })];
    const suspend = (by: typeof one, whom: typeof one) =>
      by.browser.mutate('instance.users.suspend', { user_id: whom.id });
    const started = await database.transaction(async (tx) => {
      for (const { id } of [one, two]) await lockUser(tx, id);
      const both = [suspend(one, two), suspend(two, one)];
      // Requests that came later are answered, so both are past the guard and wait for the rows.
      for (let at = 0; at < 5; at += 1) await admin.browser.query('account.get');
      return { both };
    });
    const answers = await Promise.all(started.both);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('suspend a workspace: keys are refused, members can read only, and the workspace’s events tell it', async () => {
    const workspaceId = await seedWorkspace('Acme');
    const { secret } = await seedKey(workspaceId);
    const { id, browser: mine } = await person();
    await seedMember(workspaceId, id, 'owner');
    const get = restClient(server.url, secret);
    expect((await get('GET', '/me')).status).toBe(200);
    expect((await mine.query('account.get')).status).toBe(200);

    const { data } = await admin.browser.mutate('instance.workspaces.suspend', {
      workspace_id: workspaceId,
      reason: 'Unpaid.',
    });
    expect(data).toMatchObject({
      id: workspaceId,
      state: 'suspended',
      suspended_reason: 'Unpaid.',
      members: 1,
      keys: 1,
    });
    expect((await get('GET', '/me')).body).toMatchObject({ status: 403, code: 'workspace_suspended' });
    await admin.browser.mutate('instance.workspaces.suspend', { workspace_id: workspaceId });

    const found = await admin.browser.query('instance.workspaces.list', { q: 'acm' });
    expect(found.data.data.find((row: { id: string }) => row.id === workspaceId)).toEqual(data);
    expect((await admin.browser.mutate('instance.workspaces.resume', { workspace_id: workspaceId })).data.state).toBe(
      'active',
    );
    expect((await get('GET', '/me')).status).toBe(200);

    expect(await eventsOf(workspaceId)).toMatchObject([
      {
        type: 'workspace.suspended',
        data: { id: workspaceId, state: 'suspended', suspended_reason: 'Unpaid.', version: 2 },
      },
      { type: 'workspace.resumed', data: { id: workspaceId, state: 'active', suspended_reason: null, version: 3 } },
    ]);
    expect(await lastEntry(workspaceId)).toMatchObject({ action: 'instance.workspace_resumed', workspaceId: null });
    expect((await admin.browser.mutate('instance.workspaces.resume', { workspace_id: newId('ws') })).status).toBe(404);
  });
});

test('no answer but that of reset_link holds a token', async () => {
  const { email, browser: mine } = await person();
  const mineToo = await signIn(email);
  await mine.query('account.sessions.list', {});
  await mineToo.mutate('auth.step_up', { password });
  await mineToo.mutate('account.password.change', { current_password: password, password: NEXT });
  await admin.browser.query('instance.users.list', {});
  const bodies = [...mine.bodies, ...mineToo.bodies, ...admin.browser.bodies.filter((body) => !body.includes('"url"'))];
  expect(bodies.length).toBeGreaterThan(10);
  for (const body of bodies) expect(body).not.toMatch(/\b[0-9A-Za-z]{43}\b|argon2|token_hash/);
});
