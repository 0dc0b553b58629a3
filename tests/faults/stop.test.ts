import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { apiKeys, apiKeySecrets } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { requestLogs, usageMinutes } from '../../server/usage/schema';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { startProcess, until, type ServerProcess } from '../support/process';
import { openSocket } from '../support/raw';
import { seedKey, seedWorkspace } from '../support/seed';
import { openWire } from './proxy';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const db = queries(fresh.database);

async function seedCaller() {
  const workspaceId = await seedWorkspace('Stop', fresh.database);
  return { workspaceId, ...(await seedKey(workspaceId, { fullAccess: true }, fresh.database)) };
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const NEW_KEY = JSON.stringify({ kind: 'ak', name: 'Late', scopes: ['models:read'] });

/** A creation whose body has begun and not ended. */
async function beginUpload(server: ServerProcess, secret: string) {
  const socket = await openSocket(server.port);
  const head = `Host: localhost\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json`;
  socket.send(
    `POST /api/v1/keys HTTP/1.1\r\n${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(NEW_KEY.slice(0, 9))}`,
  );
  return { ...socket, finish: () => socket.send(`${chunk(NEW_KEY.slice(9))}0\r\n\r\n`) };
}

const latestSequence = async (url: string, secret: string): Promise<number> =>
  (await restClient(url, secret)('GET', '/events')).body.latest_sequence;

/** What becomes of connections and pipes, whatever the database is. */
const onOneEngine = test.skipIf(engine === 'postgres');

describe('a stop', () => {
  test('answers what is in flight, writes what was collected, and is not cut short by a second signal', async () => {
    const { workspaceId, id, secret } = await seedCaller();
    await using server = await startProcess(fresh.url, { STOP_TIMEOUT_SECONDS: '20' });
    const rest = restClient(server.url, secret);
    for (let index = 0; index < 20; index += 1) expect((await rest('GET', '/me')).status).toBe(200);
    const after = await latestSequence(server.url, secret);
    const poll = rest('GET', `/events?after_sequence=${after}&wait_seconds=30`);
    const upload = await beginUpload(server, secret);
    // Another connection’s answer shows that both have reached the server.
    await rest('GET', '/me');

    const began = performance.now();
    server.kill('SIGTERM');
    expect(await poll).toMatchObject({ status: 200, body: { data: [] } });
    // Neither at the end of its own wait nor at that of the stop.
    expect(performance.now() - began).toBeLessThan(15_000);
    server.kill('SIGTERM');
    await until(() =>
      fetch(`${server.url}/readyz`).then(
        () => false,
        () => true,
      ),
    );
    expect(server.isRunning()).toBe(true);
    upload.finish();
    const made = await upload.answer();
    expect(made?.status).toBe(201);
    expect(await server.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(server.output()).toContain('"msg":"stopped"');

    // 20 and 1 reads of the key itself, one list of events, one wait, one creation.
    const logs = await db.select().from(requestLogs).where(eq(requestLogs.workspaceId, workspaceId));
    expect(logs.map((row) => row.operationId).toSorted()).toEqual([
      'events_list',
      'events_list',
      'keys_create',
      ...Array.from({ length: 21 }, () => 'me_get'),
    ]);
    const usage = await db.select().from(usageMinutes).where(eq(usageMinutes.workspaceId, workspaceId));
    expect(usage.reduce((sum, row) => sum + row.requests, 0)).toBe(24);
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
    const [used] = await db.select().from(apiKeySecrets).where(eq(apiKeySecrets.keyId, id));
    expect(key?.lastUsedAt).toBeInstanceOf(Date);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);

    await using again = await startProcess(fresh.url);
    const { body } = await restClient(again.url, secret)('GET', `/keys/${JSON.parse(made?.text ?? '').id}`);
    expect(body.name).toBe('Late');
  });

  onOneEngine('says not ready while it still serves, for as long as the load balancer needs', async () => {
    const { secret } = await seedCaller();
    await using server = await startProcess(fresh.url, { STOP_DELAY_SECONDS: '5' });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    await until(() => server.output().includes('"msg":"stopping"'));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await restClient(server.url, secret)('GET', '/me')).status).toBe(200);
    expect(await server.exited).toBe(0);
  });

  onOneEngine('does not wait longer than the drain timeout for a request that never ends', async () => {
    const { secret } = await seedCaller();
    await using server = await startProcess(fresh.url, { STOP_TIMEOUT_SECONDS: '1' });
    using upload = await beginUpload(server, secret);
    await fetch(`${server.url}/healthz`);
    using lateness = watchLateness();
    const began = performance.now();
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(4000 + lateness.late());
    expect(await upload.answer()).toBeUndefined();
  });

  test.if(engine === 'postgres')('ends though the database does not answer any more', async () => {
    const { secret } = await seedCaller();
    await using wire = await openWire(fresh.url);
    await using server = await startProcess(wire.url, { STOP_TIMEOUT_SECONDS: '1' });
    expect((await restClient(server.url, secret)('GET', '/me')).status).toBe(200);
    wire.stall();
    using lateness = watchLateness();
    const began = performance.now();
    server.kill('SIGTERM');
    expect(await server.exited).toBe(1);
    expect(performance.now() - began).toBeLessThan(8000 + lateness.late());
    expect(server.output()).toContain('stopped before all data was written');
  });
});

onOneEngine('a closed log pipe does not stop the server', async () => {
  const { secret } = await seedCaller();
  await using server = await startProcess(fresh.url, { LOG_LEVEL: 'debug' });
  await server.stopReading();
  for (let index = 0; index < 5; index += 1) {
    expect((await restClient(server.url, secret)('GET', '/me')).status).toBe(200);
  }
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
