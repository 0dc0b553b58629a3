import { afterAll, beforeAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { freshAddress, startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { readRows } from '../support/statements';
import { openStream } from '../support/stream';
import { lasting } from '../support/waiting';

const fresh = await freshDatabase();
let here: ServerProcess;
let there: ServerProcess;
beforeAll(async () => {
  [here, there] = await Promise.all([startProcess(fresh.url), startProcess(fresh.url)]);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
  await fresh.close();
});

async function seedPair() {
  const workspaceId = await seedWorkspace('Notices', fresh.database);
  const admin = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
  const key = await seedKey(workspaceId, {}, fresh.database);
  const revoke = async (): Promise<number> => {
    const { status } = await restClient(here.url, admin.secret)('POST', `/keys/${key.id}/revoke`);
    expect(status).toBe(200);
    return performance.now();
  };
  return { key, revoke };
}

const use = async (server: ServerProcess, secret: string) => {
  const begunAt = performance.now();
  const headers = { authorization: `Bearer ${secret}`, ...freshAddress() };
  return { begunAt, status: (await fetch(`${server.url}/api/v1/me`, { headers })).status };
};

/** Ends every connection that listens for notices, again and again; returns how many there were. */
async function cutNotices(isOver: () => boolean): Promise<number> {
  let cut = 0;
  while (!isOver()) {
    const ended = await readRows(
      fresh.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    cut += ended.length;
    await lasting(25);
  }
  return cut;
}

test.if(engine === 'postgres')(
  'a revocation reaches another process within a second, even if no process gets a notice',
  async () => {
    const { key, revoke } = await seedPair();
    expect((await use(there, key.secret)).status).toBe(200);
    let isOver = false;
    const cutting = cutNotices(() => isOver);
    const revokedAt = await revoke();
    const uses = [await use(there, key.secret)];
    while ((uses.at(-1)?.begunAt ?? 0) < revokedAt + 1500) uses.push(await use(there, key.secret));
    isOver = true;
    expect(await cutting).toBeGreaterThan(0);

    const late = uses.filter(({ begunAt }) => begunAt >= revokedAt + 1000);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]));
    await until(async () => (await fetch(`${there.url}/readyz`)).status === 200);
  },
);

test('a stream that is open in another process ends with its key', async () => {
  const { key, revoke } = await seedPair();
  await using stream = await openStream(there.url, key.secret, freshAddress());
  using lateness = watchLateness();
  const revokedAt = await revoke();
  await stream.ended;
  // A look every 200 ms, on a machine that does much else.
  expect(performance.now() - revokedAt).toBeLessThan(3000 + lateness.late());
});
