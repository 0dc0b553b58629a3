import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { engine } from '../../server/db/engine';
import { acquireFileLock } from '../../server/db/sqlite/file-lock';
import { emptyDatabase, freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { runCommand } from '../support/command';
import { freshAddress, startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { formOf, FORM, seedInstance } from '../whatsapp/media-fixtures';
import { countClicks, countEvents } from './clicks-count';

setDefaultTimeout(300_000);

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const ROUNDS = 3;
const WRITERS = 8;
/** The key is made beside the database, and copied with it. */
const OWN_KEY = { SECRET_KEY: '' };

const shelf = mkdtempSync(join(tmpdir(), 'switchboard-backups-'));
afterAll(() => rmSync(shelf, { recursive: true, force: true }));
const backup = (url: string, folder: string, env = {}) => runCommand(url, ['backup', folder], { ...OWN_KEY, ...env });

interface Acknowledged {
  at: number;
  kind: 'link' | 'click' | 'file';
  /** The slug of a link, the id of a click, the id of a file. */
  name: string;
}

/** Writes without a pause until `stop`: links, files and clicks, each noted once it is acknowledged. */
function writeTo(server: ServerProcess, secret: string, instance: string) {
  const call = restClient(server.url, secret);
  const acknowledged: Acknowledged[] = [];
  const state = { stopped: false, made: 0 };
  const note = (kind: Acknowledged['kind'], name: string) => acknowledged.push({ kind, name, at: performance.now() });

  const visit = async (): Promise<void> => {
    const headers = { 'user-agent': AGENT, ...freshAddress() };
    const answer = await fetch(`${server.url}/visited`, { redirect: 'manual', headers });
    expect(answer.status).toBe(302);
    note('click', (answer.headers.get('x-request-id') ?? '').replace('req_', 'clk_'));
  };
  const write = async (): Promise<void> => {
    while (!state.stopped) {
      const slug = `made-${(state.made += 1)}`;
      const link = await call('POST', '/links', { url: 'https://example.com/', slug });
      expect(link.status).toBe(201);
      note('link', slug);
      for (let visits = 0; visits < 5; visits += 1) await visit();
      const form = formOf(`The file of ${slug}.`, 'text/plain', 'a.txt').toString();
      const file = await call('POST', `/whatsapp/instances/${instance}/media`, form, { 'content-type': FORM });
      expect(file.status).toBe(201);
      note('file', file.body.id);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    acknowledged,
    async stop() {
      state.stopped = true;
      await writers;
    },
  };
}

/** What was acknowledged and is not there, or not once. */
async function missingIn(
  server: ServerProcess,
  { secret, instance }: { secret: string; instance: string },
  wanted: readonly Acknowledged[],
): Promise<string[]> {
  const call = restClient(server.url, secret);
  let clicks = new Map<string, number>();
  let events = await countEvents(call);
  await until(
    async () => {
      clicks = await countClicks(server.url, secret);
      events = await countEvents(call);
      const asked = Date.now();
      const { body } = await call('GET', '/links/analytics?interval=all&bots=include');
      return Date.parse(body.as_of) > asked - 1000 && events.clicked === clicks.size;
    },
    { timeoutMs: 120_000, everyMs: 500 },
  );
  expect([...clicks].filter(([, times]) => times > 1)).toEqual([]);
  expect([events.gaps, events.ids.size]).toEqual([0, clicks.size]);

  const isThere = async ({ kind, name }: Acknowledged): Promise<boolean> => {
    if (kind === 'click') return clicks.has(name);
    if (kind === 'link') return (await call('GET', `/links?q=${name}&limit=1`)).body.data.length === 1;
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${server.url}/api/v1/whatsapp/instances/${instance}/media/${name}/content`, {
      headers,
    });
    return (await answer.text()).startsWith('The file of made-');
  };
  const missing: string[] = [];
  for (const one of wanted) if (!(await isThere(one))) missing.push(`${one.kind} ${one.name}`);
  return missing;
}

describe.skipIf(engine === 'postgres')('a backup of SQLite', () => {
  test('taken while a server writes, starts with all that was acknowledged before it began', async () => {
    const fresh = await freshDatabase();
    const workspaceId = await seedWorkspace('Kept', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const instance = await seedInstance(workspaceId, {}, fresh.database);
    const taken: { folder: string; wanted: Acknowledged[] }[] = [];
    {
      await using server = await startProcess(fresh.url, OWN_KEY);
      const call = restClient(server.url, secret);
      await call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.clicked'] });
      await call('POST', '/links', { url: 'https://example.com/', slug: 'visited' });
      const load = writeTo(server, secret, instance);
      for (let round = 0; round < ROUNDS; round += 1) {
        const goal = (round + 1) * 150;
        await until(() => load.acknowledged.length > goal);
        const folder = join(shelf, `round-${round}`);
        const wanted = [...load.acknowledged];
        const { out, err, code } = await backup(fresh.url, folder);
        expect([err, code]).toEqual(['', 0]);
        expect(out).toMatch(
          /^Backed up to .*: clicks\.db of [\d.]+ MiB, test\.db of [\d.]+ MiB, journal\.db of [\d.]+ MiB, \d+ other files\.\n$/,
        );
        taken.push({ folder, wanted });
      }
      // It held the writers up for a moment only.
      const before = load.acknowledged.length;
      await until(() => load.acknowledged.length > before + 50);
      await load.stop();
    }
    await fresh.close();

    for (const { folder, wanted } of taken) {
      expect(statSync(folder).mode & 0o077).toBe(0);
      expect(readdirSync(folder).filter((name) => /-wal$|-shm$|lock|drain/.test(name))).toEqual([]);
      await using server = await startProcess(join(folder, 'test.db'), OWN_KEY);
      expect(await missingIn(server, { secret, instance }, wanted)).toEqual([]);
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      const doctor = await runCommand(join(folder, 'test.db'), ['doctor'], OWN_KEY);
      expect([doctor.code, /^fail/m.test(doctor.out)]).toEqual([0, false]);
    }
  });

  test('contains the clicks that are not counted yet', async () => {
    const fresh = await freshDatabase();
    const workspaceId = await seedWorkspace('Waiting', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const instance = await seedInstance(workspaceId, {}, fresh.database);
    // Whoever holds it counts: here nobody does.
    const release = acquireFileLock(`${fresh.url}.drain`);
    const folder = join(shelf, 'waiting');
    const wanted: Acknowledged[] = [];
    {
      await using server = await startProcess(fresh.url, OWN_KEY);
      const call = restClient(server.url, secret);
      await call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.clicked'] });
      await call('POST', '/links', { url: 'https://example.com/', slug: 'visited' });
      const load = writeTo(server, secret, instance);
      await until(() => load.acknowledged.filter(({ kind }) => kind === 'click').length > 100);
      wanted.push(...load.acknowledged);
      expect(await backup(fresh.url, folder)).toMatchObject({ err: '', code: 0 });
      await load.stop();
    }
    release?.();
    await fresh.close();
    await using server = await startProcess(join(folder, 'test.db'), OWN_KEY);
    expect(await missingIn(server, { secret, instance }, wanted)).toEqual([]);
  });

  test('is also of a place that has no clicks yet', async () => {
    const testDatabase = await emptyDatabase();
    const { migrationsFolder } = await import('../db/migrations');
    const { Database } = await import('bun:sqlite');
    const { migrate } = await import('../../server/db/sqlite/migrate');
    mkdirSync(dirname(testDatabase.url), { recursive: true });
    const old = new Database(testDatabase.url, { create: true });
    migrate(old, migrationsFolder(1));
    old.close();
    const folder = join(shelf, 'old');
    expect(await backup(testDatabase.url, folder)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(folder)).toEqual(['test.db']);
    await using server = await startProcess(join(folder, 'test.db'), OWN_KEY);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await testDatabase.drop();
  });

  test('leaves the credentials of linked phones out, and says so', async () => {
    const fresh = await freshDatabase();
    const credentials = join(dirname(fresh.url), 'whatsapp-web');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'credentials.db'), 'Keys.');
    const folder = join(shelf, 'linked');
    const { code, out } = await backup(fresh.url, folder);
    expect([code, out]).toEqual([0, expect.stringContaining('Link them again after a restore.')]);
    expect(readdirSync(folder)).not.toContain('whatsapp-web');
    await fresh.close();
  });

  test('overwrites nothing, and leaves nothing when it fails', async () => {
    const fresh = await freshDatabase();
    const full = join(shelf, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'notes.txt'), 'Mine.');
    expect(await backup(fresh.url, full)).toMatchObject({
      code: 1,
      err: `${full} is not empty. Choose a new folder for each backup.\n`,
    });
    expect(await backup(join(shelf, 'nowhere.db'), join(shelf, 'none'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no database at .*nowhere\.db\.\n$/),
    });

    // A page in the middle that is no page.
    await fresh.database.close();
    const size = statSync(fresh.url).size;
    const bytes = new Uint8Array(await Bun.file(fresh.url).arrayBuffer());
    bytes.fill(0x5a, Math.floor(size / 8192) * 4096, Math.floor(size / 8192) * 4096 + 4096);
    await Bun.write(fresh.url, bytes);
    const broken = join(shelf, 'broken');
    const { code, err } = await backup(fresh.url, broken);
    expect([code, err]).toEqual([1, expect.stringContaining('damaged')]);
    expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false]);
    rmSync(dirname(fresh.url), { recursive: true });
  });

  test('says that a secret key of the environment is not in it', async () => {
    const fresh = await freshDatabase();
    const { out } = await backup(fresh.url, join(shelf, 'keyless'), {
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    expect(out).toEndWith(
      'SECRET_KEY is not included. Store it separately: without it, stored secrets cannot be decrypted.\n',
    );
    await fresh.close();
  });
});

test.skipIf(engine === 'sqlite')('backup says what to do with PostgreSQL', async () => {
  const testDatabase = await emptyDatabase();
  const { code, err } = await backup(testDatabase.url, join(shelf, 'postgres'), {
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  expect([code, err]).toEqual([1, expect.stringContaining('pg_dump')]);
  await testDatabase.drop();
});
