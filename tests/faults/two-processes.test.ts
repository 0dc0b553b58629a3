import { Database as Driver } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { and, eq, ne } from 'drizzle-orm';

import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { freshAddress, startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';
import { openWire } from './proxy';

const fresh = await freshDatabase();
let a: ServerProcess;
let b: ServerProcess;
beforeAll(async () => {
  [a, b] = await Promise.all([startProcess(fresh.url), startProcess(fresh.url)]);
});
afterAll(async () => {
  await a[Symbol.asyncDispose]();
  await b[Symbol.asyncDispose]();
  await fresh.close();
});

async function seedPair() {
  const workspaceId = await seedWorkspace('Two', fresh.database);
  const admin = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
  return { workspaceId, admin, key: await seedKey(workspaceId, {}, fresh.database) };
}

/** However slow the machine; no test waits for it. */
const ANSWERED_MS = 60_000;
/** Status of a use of the key; 0 when there was no answer. */
const use = async (server: ServerProcess, secret: string): Promise<number> => {
  const headers = { authorization: `Bearer ${secret}`, ...freshAddress() };
  const signal = AbortSignal.timeout(ANSWERED_MS);
  return fetch(`${server.url}/api/v1/me`, { headers, signal }).then(
    (answer) => answer.status,
    () => 0,
  );
};

const PAUSE_MS = 10;

/** Uses a key again and again until `stop`; each use with the time at which it began. */
function hammer(server: ServerProcess, secret: string) {
  const uses: { begunAt: number; status: number }[] = [];
  const state = { stopped: false };
  const workers = Array.from({ length: 4 }, async () => {
    while (!state.stopped) {
      const begunAt = performance.now();
      uses.push({ begunAt, status: await use(server, secret) });
      // The machine has room for the other process.
      await lasting(PAUSE_MS);
    }
  });
  return {
    uses,
    async stop() {
      state.stopped = true;
      await Promise.all(workers);
      return uses;
    },
  };
}

/** Revokes over process A; the time at which the answer was there. */
async function revoke(admin: { secret: string }, id: string): Promise<number> {
  const answer = await restClient(a.url, admin.secret)('POST', `/keys/${id}/revoke`);
  expect(answer.status).toBe(200);
  return performance.now();
}

/** SQLite has one writer: a process that stands still while it writes would hold up the other, which is not tested here. */
async function freezeOutsideWrites(server: ServerProcess): Promise<void> {
  for (await server.freeze(); !isWritable(); await server.freeze()) {
    server.kill('SIGCONT');
    await lasting(1);
  }
}

function isWritable(): boolean {
  if (engine !== 'sqlite') return true;
  using file = new Driver(fresh.url);
  try {
    file.run('begin immediate');
    return true;
  } catch {
    return false;
  }
}

const since = <T extends { begunAt: number }>(uses: T[], time: number) => uses.filter(({ begunAt }) => begunAt >= time);

describe('a revocation over two processes', () => {
  test('is there at once in the one that did it, and within a second in the other', async () => {
    const { admin, key } = await seedPair();
    const [here, there] = [hammer(a, key.secret), hammer(b, key.secret)];
    await until(() => here.uses.length > 20 && there.uses.length > 20);
    const revokedAt = await revoke(admin, key.id);
    await lasting(1000);
    await until(() => since(there.uses, revokedAt + 1000).length > 20 && since(here.uses, revokedAt).length > 20);

    const [ofA, ofB] = [await here.stop(), await there.stop()];
    expect(ofA.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(ofB.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(since(ofA, revokedAt).filter(({ status }) => status !== 401)).toEqual([]);
    expect(since(ofB, revokedAt + 1000).filter(({ status }) => status !== 401)).toEqual([]);
  });

  test('is never behind its own answer, time after time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, key } = await seedPair();
      expect(await use(a, key.secret)).toBe(200);
      await revoke(admin, key.id);
      const uses = await Promise.all(Array.from({ length: 5 }, () => use(a, key.secret)));
      expect([round, ...uses]).toEqual([round, ...uses.map(() => 401)]);
    }
  });

  test('holds in a process whose event loop stood still meanwhile', async () => {
    const { admin, key } = await seedPair();
    expect(await use(b, key.secret)).toBe(200);
    await freezeOutsideWrites(b);
    const revokedAt = await revoke(admin, key.id);
    await lasting(1000);
    const late = Array.from({ length: 20 }, () => use(b, key.secret));
    await lasting(revokedAt + 3000 - performance.now());
    b.kill('SIGCONT');
    expect(await Promise.all(late)).toEqual(late.map(() => 401));
    expect(await use(b, admin.secret)).toBe(200);
  });

  test.if(engine === 'postgres')(
    'holds in a process whose database does not answer meanwhile, and everything works again after',
    async () => {
      await using wire = await openWire(fresh.url);
      await using far = await startProcess(wire.url);
      const { admin, key } = await seedPair();
      expect(await use(far, key.secret)).toBe(200);
      expect(await use(far, admin.secret)).toBe(200);

      const uses = hammer(far, key.secret);
      await until(() => uses.uses.length > 20);
      wire.stall();
      const revokedAt = await revoke(admin, key.id);
      await lasting(revokedAt + 1000 - performance.now());
      expect((await fetch(`${far.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${far.url}/healthz`)).status).toBe(200);

      await until(() => since(uses.uses, revokedAt + 1000).length > 0);
      const late = since(await uses.stop(), revokedAt + 1000);
      expect(new Set(late.map(({ status }) => status))).toEqual(new Set([503]));
      wire.resume();
      await until(async () => (await use(far, admin.secret)) === 200);
      expect(await use(far, key.secret)).toBe(401);
      expect((await fetch(`${far.url}/readyz`)).status).toBe(200);
    },
  );
});

test('fifty requests with one Idempotency-Key over two processes have one effect', async () => {
  const { workspaceId, admin } = await seedPair();
  const body = { kind: 'ak', name: 'Once', scopes: ['models:read'] };
  const post = (server: ServerProcess) =>
    restClient(server.url, admin.secret)('POST', '/keys', body, { 'idempotency-key': 'once', ...freshAddress() });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => post(index % 2 === 0 ? a : b)));

  const first = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
  expect(first).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  for (const server of [a, b]) {
    const again = await post(server);
    expect([again.status, again.body.id, again.body.secret]).toEqual([201, first[0]?.body.id, null]);
  }
  const keys = await queries(fresh.database)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), ne(apiKeys.name, 'Test key')));
  expect(keys.map((key) => key.id)).toEqual([first[0]?.body.id]);
});
