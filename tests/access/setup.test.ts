import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';

import { announceSetup, authStatus } from '../../server/access/accounts/setup';
import { instance } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { workspaces } from '../../server/db/workspaces';
import { sha256Hex } from '../../server/secrets/tokens';
import { newId } from '../../shared/ids';
import { freshDatabase, startServer } from '../support/app';
import { openBrowser } from '../support/browser';

type Server = Awaited<ReturnType<typeof startServer>>;

const OWNER = { email: ' Ada@Example.COM', password: 'four words by chance', name: 'Ada', workspace_name: 'Acme' };
const REMOTE = 'https://console.example.com';
const atRemote = { host: 'console.example.com', origin: REMOTE };

/** A server on a database of its own; both go away after the test, since each database holds ten connections. */
const open: (() => Promise<void>)[] = [];
async function install(change: Parameters<typeof startServer>[0] = {}) {
  const fresh = await freshDatabase();
  const server = await startServer(change, { store: fresh.database });
  const close = async () => {
    await server.stop();
    await fresh.close();
  };
  open.push(close);
  return { server, db: queries(fresh.database), browser: openBrowser(server.url), close };
}
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function linkOf({ services }: Server): Promise<string> {
  const lines: string[] = [];
  await announceSetup(services, (line) => void lines.push(line));
  expect(lines).toHaveLength(1);
  const [, link = '', token = ''] =
    /^Create the owner account: (\S+)#token=([0-9A-Za-z]{43})\n$/.exec(lines[0] ?? '') ?? [];
  expect(link).toBe(`${services.config.baseUrl}/user/api/setup`);
  return token;
}

describe('on this machine', () => {
  test('the owner is created without a link, is signed in, and administers the installation', async () => {
    const { db, browser } = await install();
    expect((await browser.query('auth.status')).data).toEqual({
      state: 'setup',
      setup_direct: true,
      signup_mode: 'first-user',
      methods: ['password'],
      smtp: false,
    });

    const { status, data, cookies } = await browser.mutate('auth.setup', OWNER);
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ email: 'ada@example.com', name: 'Ada', instance_admin: true, status: 'active' });
    expect(cookies).toHaveLength(1);
    expect((await browser.query('account.get')).data.user.id).toBe(data.user.id);
    expect((await browser.query('instance.users.list', {})).data.data).toMatchObject([{ owner: true, workspaces: 1 }]);
    expect((await browser.query('auth.status')).data).toMatchObject({ state: 'ready', setup_direct: false });

    expect(await db.select().from(members)).toMatchObject([
      { workspaceId: data.workspace.id, userId: data.user.id, role: 'owner' },
    ]);
    expect(await db.select().from(workspaces)).toMatchObject([
      { name: 'Acme', status: 'active', rateLimit: { requests: 6000, window_seconds: 60 } },
    ]);
    const entries = await db.select().from(auditEntries);
    expect(entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { action: 'instance.set_up', workspaceId: null, actorId: data.user.id },
      { action: 'workspace.created', workspaceId: data.workspace.id, actorId: data.user.id },
    ]);
    expect(browser.bodies.join()).not.toMatch(/[0-9A-Za-z]{43}/);
  });

  test('of fifty set-ups at once one creates the owner', async () => {
    const { server, db } = await install();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        openBrowser(server.url).mutate('auth.setup', { ...OWNER, email: `owner${at}@example.com` }),
      ),
    );
    const codes = answers
      .map(({ status, problem }) => `${status} ${problem?.code ?? ''}`)
      .toSorted((a, b) => (a < b ? -1 : 1));
    expect(codes).toEqual(['200 ', ...Array.from({ length: 49 }, () => '409 invalid_state')]);
    for (const table of [users, workspaces, members]) expect(await db.$count(table)).toBe(1);
  });

  test('a password that breaks a rule is refused with the rule, and nothing is created', async () => {
    const { db, browser } = await install();
    const fault = async (password: string) => (await browser.mutate('auth.setup', { ...OWNER, password })).problem;
    expect(await fault('short')).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', pointer: '/password', code: 'password_too_short' }],
    });
    expect((await fault('ada@example.com1')).errors[0].code).toBe('password_too_predictable');
    expect((await fault('1234567890123456')).errors[0].code).toBe('password_too_common');
    expect(await db.$count(users)).toBe(0);
  });
});

describe('without a link the owner is not created', () => {
  let here: Awaited<ReturnType<typeof install>>;
  beforeAll(async () => {
    here = await install();
    open.splice(0);
  });

  test('under a foreign name of the host', async () => {
    const { status, problem } = await here.browser.mutate('auth.setup', OWNER, {
      headers: { host: 'rebound.example' },
    });
    expect([status, problem.code]).toEqual([403, 'origin_not_allowed']);
  });

  test.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
  ])('through a proxy that sends %s', async (name) => {
    const headers = { [name]: '127.0.0.1' };
    expect((await here.browser.query('auth.status', undefined, { headers })).data.setup_direct).toBe(false);
    expect((await here.browser.mutate('auth.setup', OWNER, { headers })).problem.code).toBe('invalid_credentials');
  });

  test('from another machine', async () => {
    const { services } = here.server;
    const statusFrom = (
      peer: string,
      { byKey = false, host = 'localhost:3000', baseUrl = 'http://localhost:3000' } = {},
    ) =>
      authStatus({
        ...services,
        config: { ...services.config, baseUrl },
        actor: { type: 'anonymous' },
        requestId: newId('req'),
        origin: { ip: peer, peer, userAgent: '', headers: new Headers({ host }) },
        idempotencyKey: null,
        ifMatch: null,
        reply: {},
        byKey,
        workspaceAsked: undefined,
        signal: undefined,
      });
    expect((await statusFrom('127.0.0.1')).setup_direct).toBe(true);
    expect((await statusFrom('::1')).setup_direct).toBe(true);
    expect((await statusFrom('172.17.0.1')).setup_direct).toBe(false);
    // The door refuses these three before; the rule stands by itself all the same.
    expect((await statusFrom('127.0.0.1', { byKey: true })).setup_direct).toBe(false);
    expect((await statusFrom('127.0.0.1', { host: 'rebound.example' })).setup_direct).toBe(false);
    expect((await statusFrom('127.0.0.1', { baseUrl: REMOTE })).setup_direct).toBe(false);
  });

  test('from another site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await here.browser.mutate('auth.setup', OWNER, { headers })).problem.code).toBe('csrf_failed');
    }
  });

  test('when SETUP_DIRECT is off, or BASE_URL is no loopback address', async () => {
    const off = await install({ setupDirect: 'off' });
    expect((await off.browser.query('auth.status')).data).toMatchObject({ state: 'setup', setup_direct: false });
    expect((await off.browser.mutate('auth.setup', OWNER)).problem.code).toBe('invalid_credentials');

    const remote = await install({ baseUrl: REMOTE });
    const { problem } = await openBrowser(remote.server.url, atRemote).mutate('auth.setup', OWNER);
    expect(problem.code).toBe('invalid_credentials');
  });

  afterAll(async () => {
    expect(await here.db.$count(users)).toBe(0);
    await here.close();
  });
});

describe('with the printed link', () => {
  test('the owner is created from anywhere, once; only the hash of the token is stored', async () => {
    const { server, db } = await install({ baseUrl: REMOTE });
    const browser = openBrowser(server.url, { ...atRemote, 'x-forwarded-for': '203.0.113.9' });
    const replaced = await linkOf(server);
    const token = await linkOf(server);
    const [row] = await db.select().from(instance);
    expect(row?.setupTokenHash).toBe(sha256Hex(token));

    for (const wrong of [replaced, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`]) {
      const { status, problem } = await browser.mutate('auth.setup', { ...OWNER, token: wrong });
      expect([status, problem.code]).toEqual([401, 'invalid_credentials']);
    }
    const made = await browser.mutate('auth.setup', { ...OWNER, token });
    expect(made.status).toBe(200);
    expect(made.cookies[0]).toMatch(
      /^__Host-sb_session=[0-9A-Za-z]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );

    const again = await browser.mutate('auth.setup', { ...OWNER, email: 'eve@example.com', token });
    expect([again.status, again.problem.code]).toEqual([409, 'invalid_state']);
    const [after] = await db.select().from(instance);
    expect(after).toMatchObject({ ownerUserId: made.data.user.id, setupTokenHash: null });

    const lines: string[] = [];
    await announceSetup(server.services, (line) => void lines.push(line));
    expect(lines).toEqual([]);
  });

  test('there is none when owners come from the command line', async () => {
    const { server, browser } = await install({ signupMode: 'invite' });
    const lines: string[] = [];
    await announceSetup(server.services, (line) => void lines.push(line));
    expect(lines).toEqual([]);
    expect((await browser.query('auth.status')).data).toMatchObject({ state: 'setup', setup_direct: false });
    expect((await browser.mutate('auth.setup', OWNER)).problem.code).toBe('invalid_state');
  });
});
