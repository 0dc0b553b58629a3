import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { type Database, queries, runStatement, timeFromDatabase } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { nodes } from '../../server/webhooks/schema';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { leasedTo } from './takeover-leases';

/** From the end of a process until another has what it had leased. */
const BOUND_MS = 5000;
const TIMEOUT_MS = 60_000;
const WEBHOOKS = 12;
const LOOK_MS = 20;

const clockOf = async (database: Database): Promise<number> =>
  timeFromDatabase((await runStatement(database, 'select clock_timestamp()', []))[0]?.[0]);

/** Counts what arrives at each path. */
function startHooks() {
  const arrived = new Map<string, number>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url);
      arrived.set(pathname, (arrived.get(pathname) ?? 0) + 1);
      return new Response(null, { status: 204 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    arrived,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

test.skipIf(engine === 'sqlite')(
  'leases of every kind of a killed process are taken over within five seconds, and so are its webhooks',
  async () => {
    const testDatabase = await freshDatabase();
    const { database } = testDatabase;
    using hooks = startHooks();
    using lateness = watchLateness();
    const workspaceId = await seedWorkspace('Takeover', database);
    const { secret } = await seedKey(workspaceId, {}, database);
    const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
    const ids = async (): Promise<string[]> => (await queries(database).select().from(nodes)).map(({ id }) => id);

    await using survivor = await startProcess(testDatabase.url, env);
    const [kept] = await ids();
    await using victim = await startProcess(testDatabase.url, env);
    const owner = (await ids()).find((id) => id !== kept) ?? '';
    expect(owner).not.toBe('');
    const call = restClient(survivor.url, secret);
    const { host, pathname } = new URL(testDatabase.url);
    // As configurations name it: the folder of a database.
    const folder = join('data', 'imports', Bun.hash(`${host}${pathname}`).toString(16).padStart(16, '0'));
    const importPath = (id: string): string => join(folder, id);
    const leases = await leasedTo({ database, workspaceId, call, owner, hook: `${hooks.url}/leased`, importPath });
    // More than one is the victim’s, however they are shared.
    for (let index = 0; index < WEBHOOKS; index += 1) {
      const webhook = { name: `Hook ${index}`, url: `${hooks.url}/${index}`, events: ['link.created'] };
      expect((await call('POST', '/webhooks', webhook)).status).toBe(201);
    }

    const killedAt = await clockOf(database);
    const late = lateness.late();
    victim.kill('SIGKILL');
    await victim.exited;
    expect((await call('POST', '/links', { url: 'https://example.com/lanes' })).status).toBe(201);
    const kinds: Record<string, () => Promise<boolean>> = {
      ...leases,
      lanes: async () =>
        Array.from({ length: WEBHOOKS }, (_, at) => hooks.arrived.get(`/${at}`)).every((count) => count),
    };
    const took = new Map<string, number>();
    const look = async (): Promise<boolean> => {
      for (const [kind, isTaken] of Object.entries(kinds)) {
        if (!took.has(kind) && (await isTaken())) took.set(kind, (await clockOf(database)) - killedAt);
      }
      return took.size === Object.keys(kinds).length;
    };
    await until(look, { timeoutMs: TIMEOUT_MS, everyMs: LOOK_MS }).catch(() => {});

    if (Bun.env['TOOK'] !== undefined) process.stdout.write(`${JSON.stringify(Object.fromEntries(took))}\n`);
    const bound = BOUND_MS + lateness.late() - late;
    expect(Object.keys(kinds).filter((kind) => (took.get(kind) ?? Infinity) > bound)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
    await testDatabase.close();
  },
  180_000,
);
