import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { hashPassword } from '../../server/access/accounts/password-hash';
import { instance } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { users } from '../../server/db/users';
import { workspaces } from '../../server/db/workspaces';
import { PRESETS } from '../../shared/access/presets';
import { emptyDatabase, freshDatabase, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { runCommand } from '../support/command';
import { watchLateness } from '../support/lateness';
import { until } from '../support/until';

const password = 'four words by chance';
/** Before the database is asked. */
const onOneEngine = test.skipIf(engine === 'postgres');
const OWNER = ['--email', 'Ada@Example.com', '--password', password, '--workspace', 'Acme'];

describe('bootstrap', () => {
  let testDatabase: Awaited<ReturnType<typeof emptyDatabase>>;
  let first: { workspace_id: string; key: string };
  beforeAll(async () => {
    testDatabase = await emptyDatabase();
  });
  afterAll(() => testDatabase.drop());
  const bootstrap = (...args: string[]) => runCommand(testDatabase.url, ['bootstrap', ...args]);

  test('makes owner, workspace and key on an empty database and prints one line', async () => {
    const { out, err, code } = await bootstrap(...OWNER, '--key-kind', 'ak', '--preset', 'full', '--json');
    expect([err, code]).toEqual(['', 0]);
    expect(out).toMatch(/^\{"workspace_id":"ws_[0-9a-z]{26}","key":"sb_ak_[0-9A-Za-z]{38}"\}\n$/);
    first = JSON.parse(out);
  });

  test('a second run creates only a new key; the keys work, the owner can sign in, and set-up is closed', async () => {
    const { out, code } = await bootstrap(...OWNER, '--preset', 'links');
    expect(code).toBe(0);
    const key = /sb_lk_[0-9A-Za-z]{38}/.exec(out)?.[0] ?? '';

    const database = await openDatabase(testDatabase.url);
    const server = await startServer({}, { store: database });
    try {
      const db = queries(database);
      for (const table of [users, workspaces, members]) expect(await db.$count(table)).toBe(1);
      const [user] = await db.select().from(users);
      expect(user).toMatchObject({ email: 'ada@example.com', name: 'ada', instanceAdmin: true });
      expect((await db.select().from(instance))[0]?.ownerUserId).toBe(user?.id ?? '');
      const entries = await db.select().from(auditEntries);
      expect(entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
        { action: 'instance.user_created', actor: { type: 'system' } },
        { action: 'workspace.created', actor: { type: 'user' } },
        { action: 'api_key.created', actor: { type: 'user' } },
        { action: 'api_key.created', actor: { type: 'user' } },
      ]);

      const workspace = { id: first.workspace_id, name: 'Acme' };
      expect((await restClient(server.url, first.key)('GET', '/me')).body).toMatchObject({
        workspace,
        full_access: true,
      });
      const links = (await restClient(server.url, key)('GET', '/me')).body;
      expect(links).toMatchObject({ workspace, kind: 'lk', scopes: PRESETS.links.scopes });

      const browser = openBrowser(server.url);
      expect((await browser.query('auth.status')).data.state).toBe('ready');
      const setup = { email: 'eve@example.com', password, name: 'Eve', workspace_name: 'Evil' };
      expect((await browser.mutate('auth.setup', setup)).problem.code).toBe('invalid_state');
      expect((await browser.mutate('auth.sign_in', { email: 'ada@example.com', password })).status).toBe(200);
    } finally {
      await server.stop();
      await database.close();
    }
  });

  test('refuses another password for an account that exists', async () => {
    const args = OWNER.map((arg) => (arg === password ? 'another password' : arg));
    const { out, err, code } = await bootstrap(...args);
    expect([out, err, code]).toEqual(['', 'ada@example.com already has an account, with a different password.\n', 1]);
  });

  onOneEngine.each([
    [
      ['--email', 'eve@example.com', '--password', 'short', '--workspace', 'Evil'],
      1,
      '--password: Must have at least 12',
    ],
    [['--password', password, '--workspace', 'Acme'], 2, '--email is missing.'],
    [['--email', 'ada', '--password', password, '--workspace', 'Acme'], 2, '--email must be an e-mail address.'],
    [[...OWNER, '--preset', 'everything'], 2, 'Presets: first_steps, full, read_only, whatsapp,'],
    [[...OWNER, '--key-kind', 'xx'], 2, '--key-kind xx is unknown. Kinds: ak, wa, lk, au, pk.'],
    [[...OWNER, '--key-kind', 'lk', '--preset', 'whatsapp'], 2, 'Use --key-kind wa.'],
    [[...OWNER, '--key-kind', 'pk', '--preset', 'create_links'], 2, '--key-kind pk needs the origins'],
    [[...OWNER, '--colour', 'red'], 2, "Unknown option '--colour'"],
  ])('says which flag is wrong: %j', async (args, exit, message) => {
    const { out, err, code } = await bootstrap(...args);
    expect([out, code]).toEqual(['', exit]);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });
});

test('bootstrap works beside a running server, whose sessions learn of the new workspace', async () => {
  const fresh = await freshDatabase();
  const server = await startServer({}, { store: fresh.database });
  try {
    const browser = openBrowser(server.url);
    const account = { email: 'ada@example.com', password, name: 'Ada' };
    expect((await browser.mutate('auth.setup', { ...account, workspace_name: 'First' })).status).toBe(200);
    expect((await browser.query('account.get')).status).toBe(200);
    const { out, code } = await runCommand(fresh.url, ['bootstrap', ...OWNER, '--json']);
    expect(code).toBe(0);
    const { workspace_id: id, key } = JSON.parse(out);
    expect((await restClient(server.url, key)('GET', '/me')).body).toMatchObject({ workspace: { id, name: 'Acme' } });

    const seen = async () => (await browser.query('keys.list', {}, { headers: { 'x-workspace-id': id } })).status;
    using lateness = watchLateness();
    const answered = performance.now();
    await until(async () => (await seen()) === 200);
    expect(performance.now() - answered).toBeLessThan(1500 + lateness.late());
  } finally {
    await server.stop();
    await fresh.close();
  }
});

test('user reset-link prints a link that lets a locked-out person back in', async () => {
  const fresh = await freshDatabase();
  const server = await startServer({}, { store: fresh.database });
  try {
    const account = {
      id: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c',
      email: 'ada@example.com',
      name: 'Ada',
      createdAt: new Date(),
    };
    await queries(fresh.database)
      .insert(users)
      .values({ ...account, passwordHash: await hashPassword('forgotten') });
    const { out, code } = await runCommand(fresh.url, ['user', 'reset-link', 'ADA@example.com'], {
      BASE_URL: 'https://sb.example',
    });
    expect(code).toBe(0);
    const [, token = ''] =
      /within 30 minutes: https:\/\/sb\.example\/user\/api\/reset#token=([0-9A-Za-z]{43})\n$/.exec(out) ?? [];

    const browser = openBrowser(server.url);
    expect((await browser.mutate('auth.password.reset', { token, password })).status).toBe(200);
    expect((await browser.mutate('auth.sign_in', { email: account.email, password })).status).toBe(200);
  } finally {
    await server.stop();
  }

  const unknown = await runCommand(fresh.url, ['user', 'reset-link', 'eve@example.com']);
  expect([unknown.out, unknown.err, unknown.code]).toEqual([
    '',
    'There is no account with the address eve@example.com.\n',
    1,
  ]);
  expect((await runCommand(fresh.url, ['user', 'reset-link'])).code).toBe(2);
  await fresh.close();
});

describe('doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-doctor-'));
  let testDatabase: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    testDatabase = await emptyDatabase();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await testDatabase.drop();
  });

  test('finds nothing wrong with a new place, and makes nothing there', async () => {
    const { out, code } = await runCommand(testDatabase.url, ['doctor']);
    expect(code).toBe(0);
    expect(out).not.toMatch(/^(fail) /m);
    for (const check of [
      'configuration',
      'database',
      'data directory',
      'disk space',
      'secret key',
      'AI providers',
      'port',
      'base URL',
    ]) {
      expect(out).toMatch(new RegExp(`^(ok|warn)\\s+${check} `, 'm'));
    }
    if (engine === 'sqlite') expect(existsSync(testDatabase.url)).toBe(false);
    else expect(out).toMatch(/^warn\s+database .*migrations are pending/m);
  });

  onOneEngine('says of each thing that stands in the way what it is and how to mend it', async () => {
    const busy = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Not ours') });
    const { out, code } = await runCommand(testDatabase.url, ['doctor'], {
      SECRET_KEY: 'too short',
      AI_PROVIDERS: '[{"slug":1}]',
      TRUSTED_PROXIES: '10.0.0.1',
      PORT: String(busy.port),
      BASE_URL: 'http://console.example.com',
    });
    await busy.stop(true);
    expect(code).toBe(1);
    expect(out).toMatch(/^fail\s+secret key .*openssl rand -base64 32/m);
    expect(out).toMatch(/^fail\s+AI providers/m);
    expect(out).toMatch(/^fail\s+proxies .*10\.0\.0\.1\/32/m);
    expect(out).toMatch(/^fail\s+port .*EADDRINUSE/m);
    expect(out).toMatch(/^warn\s+base URL .*plain http/m);
    expect(out).toEndWith('4 of 9 checks failed.\n');
  });

  onOneEngine('names every wrong setting at once', async () => {
    const { out, code } = await runCommand(testDatabase.url, ['doctor'], { SIGNUP_MODE: 'all', LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(out).toContain('SIGNUP_MODE');
    expect(out).toContain('LOG_LEVEL');
  });

  test('knows a database that is up to date, one that does not answer, and a key file that others can read', async () => {
    const fresh = await freshDatabase();
    expect((await runCommand(fresh.url, ['doctor'])).out).toMatch(/^ok\s+database .*no migration is pending/m);

    const gone = engine === 'sqlite' ? '/dev/null/test.db' : 'postgres://nobody@127.0.0.1:1/none';
    const lost = await runCommand(gone, ['doctor']);
    expect(lost.code).toBe(1);
    expect(lost.out).toMatch(engine === 'sqlite' ? /^fail\s+data directory/m : /^fail\s+database .*does not respond/m);

    if (engine === 'sqlite') {
      const made = await runCommand(fresh.url, ['user', 'reset-link', 'eve@example.com'], { SECRET_KEY: '' });
      expect(made.code).toBe(1);
      const file = join(dirname(fresh.url), 'secret.key');
      expect((await runCommand(fresh.url, ['doctor'], { SECRET_KEY: '' })).out).toMatch(
        /^ok\s+secret key .*owner only/m,
      );
      chmodSync(file, 0o644);
      expect((await runCommand(fresh.url, ['doctor'], { SECRET_KEY: '' })).out).toMatch(
        /^warn\s+secret key .*other users/m,
      );
    } else {
      expect((await runCommand(fresh.url, ['doctor'], { SECRET_KEY: '' })).out).toMatch(
        /^fail\s+secret key .*required/m,
      );
    }
    await fresh.close();
  });
});

onOneEngine('help lists every command, and an unknown command prints the list', async () => {
  const testDatabase = await emptyDatabase();
  const { out, code } = await runCommand(testDatabase.url, ['--help']);
  expect(code).toBe(0);
  for (const command of [
    'serve',
    'migrate',
    'bootstrap',
    'user reset-link',
    'doctor',
    'backup',
    'settings',
    'types',
    'help',
  ])
    expect(out).toContain(command);
  const wrong = await runCommand(testDatabase.url, ['fly']);
  expect([wrong.code, wrong.err]).toEqual([
    2,
    'Unknown command: fly. Commands: serve, migrate, bootstrap, user, doctor, backup, settings, types, help.\n',
  ]);
  await testDatabase.drop();
});
