import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';

import { engine } from '../../server/db/engine';
import { base62Token } from '../../server/secrets/tokens';
import { tokenOf } from '../access/invitations';
import { Upstream } from '../ai/upstream';
import { emptyDatabase } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { textOfTables } from '../support/dump';
import { freshAddress, startProcess, type ServerProcess, until } from '../support/process';
import { runStatements } from '../support/statements';
import { storedSecrets } from '../support/stored-secrets';
import { useInbound } from './inbound-secrets';
import { misuseKeys } from './misused-keys';
import { startSecretReceiver, useWebhooks } from './webhook-secrets';

const SECRET_KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
const METRICS_TOKEN = base62Token(30);

/** Every secret that the run has met, by what it is. */
const secrets = new Map<string, string>();
const keep = <T extends string>(what: string, secret: T): T => {
  expect(secret.length).toBeGreaterThan(11);
  secrets.set(`${what} ${secrets.size}`, secret);
  return secret;
};

const testDatabase = await emptyDatabase();
const upstream = new Upstream();
const receiver = startSecretReceiver(keep);
let server: ServerProcess;
let setupToken = '';
/** What there was to see while the server ran, and after it had stopped. */
const seen: Record<string, string> = {};

beforeAll(async () => {
  server = await startProcess(testDatabase.url, {
    LOG_LEVEL: 'debug',
    SETUP_DIRECT: 'off',
    SECRET_KEY,
    METRICS_TOKEN,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
    WEBHOOK_ALLOW_HTTP: '1',
    WEBHOOK_SHOW_PRIVATE_RESPONSES: '1',
  });
  keep('secret key of the installation', SECRET_KEY);
  keep('token of the metrics', METRICS_TOKEN);
  await meetPeople();
  seen['database'] = await textOfTables(testDatabase.url);
  readFiles('while it ran');
  server.kill('SIGTERM');
  await server.exited;
  seen['log'] = server.output();
  seen['database after the end'] = await textOfTables(testDatabase.url);
  readFiles('after its end');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await receiver.stop();
  await testDatabase.drop();
});

/** A run in which every kind of secret is made, used, given wrongly and put where it does not belong. */
async function meetPeople(): Promise<void> {
  const { url } = server;
  const browser = () => openBrowser(url, freshAddress());
  const keepCookies = ({ cookies }: { cookies: string[] }) => {
    for (const cookie of cookies) {
      const value = /^[^=]+=([^;]+)/.exec(cookie)?.[1];
      if (value) keep('cookie', value);
    }
  };
  const setupLink = /setup#token=([0-9A-Za-z]{43})\n/;
  await until(() => setupLink.test(server.output()));
  setupToken = setupLink.exec(server.output())?.[1] ?? '';

  const owner = browser();
  const act = async (
    name: string,
    input: unknown,
    status = 200,
    from = owner,
    headers: Record<string, string> = {},
  ) => {
    const said = await from.mutate(name, input, { headers });
    expect([name, said.status, said.problem?.detail]).toEqual([
      name,
      status,
      status === 200 ? undefined : expect.anything(),
    ]);
    keepCookies(said);
    return said;
  };

  const password = keep('password', 'tangerine cactus orbits loudly');
  const setup = { email: 'ada@example.com', password, name: 'Ada', workspace_name: 'Acme' };
  await act('auth.setup', { ...setup, token: keep('wrong set-up token', base62Token(43)) }, 401);
  const { data } = await act('auth.setup', { ...setup, token: setupToken });
  const at = { 'x-workspace-id': data.workspace.id };

  const wrong = keep('wrong password', 'another cactus orbits quietly');
  await act('auth.sign_in', { email: 'ada@example.com', password: wrong }, 401, browser());
  await act('auth.sign_in', { email: 'nobody@example.com', password: wrong }, 401, browser());
  await act('auth.sign_in', { email: 'ada@example.com', password, extra: wrong }, 400, browser());
  await browser().query('auth.sign_in', { email: 'ada@example.com', password });
  await act('auth.sign_in', { email: 'ada@example.com', password }, 200, browser());
  await act('auth.step_up', { password });
  const changed = keep('new password', 'velvet tractor sings nightly');
  await act('account.password.change', { current_password: wrong, password: changed }, 401);
  await act(
    'account.password.change',
    { current_password: password, password: keep('refused password', 'passwordpassword') },
    400,
  );
  await act('account.password.change', { current_password: password, password: changed });

  const invited = await act('invitations.create', { email: 'grace@example.com', role: 'developer' }, 200, owner, at);
  keep('voided invitation', tokenOf(invited.data));
  const renewed = await act('invitations.renew', { invitation_id: invited.data.id }, 200, owner, at);
  const token = keep('invitation', tokenOf(renewed.data));
  await act('invitations.preview', { token: keep('wrong invitation', base62Token(43)) }, 404, browser());
  await act('invitations.preview', { token }, 200, browser());
  const grace = browser();
  const joined = await act(
    'invitations.accept',
    { token, name: 'Grace', password: keep('password of Grace', 'mellow harbour paints clouds') },
    200,
    grace,
  );
  const reset = await act('instance.users.reset_link', { user_id: joined.data.user_id });
  await act(
    'auth.password.reset',
    { token: keep('wrong reset token', base62Token(43)), password: changed },
    404,
    browser(),
  );
  const resetToken = keep('reset token', String(reset.data.url).split('token=')[1] ?? '');
  await act(
    'auth.password.reset',
    { token: resetToken, password: keep('reset password', 'copper lantern whispers softly') },
    200,
    browser(),
  );
  await act('auth.password.reset', { token: resetToken, password: changed }, 404, browser());

  upstream.answer('/v1/models', (request) =>
    Response.json(
      { error: `The key ${request.headers.get('authorization')} of ${request.headers.get('x-team')} is wrong.` },
      { status: 401 },
    ),
  );
  const provider = {
    slug: 'echoing',
    base_url: `${upstream.url}/v1`,
    api_key: keep('key of a provider', `sk-${base62Token(30)}`),
    headers: { 'x-team': keep('header of a provider', `team-${base62Token(30)}`) },
  };
  await act('models.providers.create', provider);
  expect((await act('models.providers.check', { slug: provider.slug })).data.ok).toBe(false);
  await act('models.providers.refresh', { slug: provider.slug });

  const once = { ...at, 'idempotency-key': 'once' };
  const first = await act('keys.create', { kind: 'ak', name: 'First', full_access: true }, 200, owner, once);
  await act('keys.create', { kind: 'ak', name: 'First', full_access: true }, 200, owner, once);
  await misuseKeys(url, keep('key', first.data.secret), keep);
  const call = restClient(url, first.data.secret);
  await useWebhooks(call, receiver, keep);
  await useInbound(call, url, keep);
  await owner.query('keys.list', {}, { headers: at });
  await act('auth.sign_out', {});
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status).toBe(200);
}

/** The bytes of the database, what was deleted in it and its journal too; PostgreSQL keeps its own elsewhere. */
function readFiles(when: string): void {
  if (engine !== 'sqlite') return;
  for (const end of ['', '-wal', '-journal']) {
    if (existsSync(testDatabase.url + end)) seen[`file${end} ${when}`] = readFileSync(testDatabase.url + end, 'latin1');
  }
}

/** The spellings in which a secret could stand in a text. */
const spellings = (secret: string) =>
  new Set([
    secret,
    encodeURIComponent(secret),
    secret.replaceAll(' ', '+'),
    JSON.stringify(secret).slice(1, -1),
    btoa(secret).replace(/=+$/, ''),
  ]);

const found = (secret: string) =>
  Object.entries(seen).flatMap(([where, text]) =>
    [...spellings(secret)].filter((spelling) => text.includes(spelling)).map(() => where),
  );

test('the run left its traces where they belong', () => {
  expect(secrets.size).toBeGreaterThan(30);
  const files = engine === 'sqlite' ? ['file while it ran', 'file-wal while it ran', 'file after its end'] : [];
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(['log', 'database', 'database after the end', ...files]));
  for (const action of [
    'auth.signed_in',
    'auth.sign_in_failed',
    'auth.password_reset',
    'api_key.rotated',
    'api_key.rejected',
    'invitation.created',
  ]) {
    expect([action, seen['database after the end']?.includes(`"${action}"`)]).toEqual([action, true]);
  }
  for (const hidden of ['sb_ak_[redacted]', 'sb_lk_[redacted]'])
    expect(seen['database after the end']).toContain(hidden);
  for (const line of ['"level":"debug"', '"path":"/api/v1/keys/sb_ak_[redacted]', '"msg":"stopped"'])
    expect(seen['log']).toContain(line);
});

describe('no secret is in log, tables or files', () => {
  test('by its value', () => {
    const hits = [...secrets].flatMap(([what, secret]) => found(secret).map((where) => `${what} in ${where}`));
    expect(hits).toEqual([]);
  });

  test('but the link of the set-up, in the one line that is to be read', () => {
    expect(found(setupToken)).toEqual(['log']);
    const lines = (seen['log'] ?? '').split('\n').filter((line) => line.includes(setupToken));
    expect(lines).toEqual([expect.stringMatching(/^Create the owner account: http:\/\/\S+#token=\w{43}$/)]);
  });

  test('by its form', () => {
    const FORMS = [
      /sb_(?:ak|wa|lk|au|pk)_[0-9A-Za-z]{20,}/gi,
      /bearer (?!realm|error)[^[\s"\\][^\s"\\]{3,}/gi,
      /sb_(?:session|device)_\d+=[^[;]/g,
      /whsec_[0-9A-Za-z]/g,
    ];
    const token = /(?<![0-9A-Za-z$+/])[0-9A-Za-z]{43}(?![0-9A-Za-z])/g;
    const hits = Object.entries(seen).flatMap(([where, text]) =>
      FORMS.flatMap((form) => text.match(form) ?? []).map((hit) => `${where}: ${hit}`),
    );
    expect(hits).toEqual([]);
    expect((seen['log'] ?? '').match(token)).toEqual([setupToken]);
  });

  test('and a secret that is planted is found', () => {
    seen['planted'] = `x=${encodeURIComponent('tangerine cactus orbits loudly')}`;
    expect(found('tangerine cactus orbits loudly')).toEqual(['planted']);
    delete seen['planted'];
  });

  test('in clear beside its hash; a key or token that is planted is found', async () => {
    expect(await storedSecrets(testDatabase.url)).toEqual([]);
    for (const what of [/^key \d+$/, /^invitation \d+$/]) {
      const planted = [...secrets].find(([name]) => what.test(name))?.[1] ?? '';
      await runStatements(testDatabase.url, `update workspaces set name = 'It is ${planted}.'`);
      expect(await storedSecrets(testDatabase.url)).toEqual([`workspaces: ${planted.slice(0, 10)}…`]);
    }
    await runStatements(testDatabase.url, `update workspaces set name = 'Acme'`);
  });
});
