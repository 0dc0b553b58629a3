import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq, ne } from 'drizzle-orm';

import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { idempotencyRecords } from '../../server/idempotency/schema';
import { nodes } from '../../server/webhooks/schema';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { freshAddress, startProcess, until } from '../support/process';
import { startReceiver } from '../support/receiver';
import { seedKey, seedWorkspace } from '../support/seed';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const db = queries(fresh.database);

/** The lease of a request alone would last a minute, and ten where an outside system is asked. */
const WITHOUT_A_LEASE_MS = 20_000;
const ENV = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: '1' };

async function maker() {
  const workspaceId = await seedWorkspace('Killed', fresh.database);
  return { workspaceId, ...(await seedKey(workspaceId, { fullAccess: true }, fresh.database)) };
}

const recordsOf = (workspaceId: string) =>
  db.select().from(idempotencyRecords).where(eq(idempotencyRecords.workspaceId, workspaceId));

describe('kill -9 of a process in the middle of a call with an Idempotency-Key', () => {
  test.if(engine === 'postgres')(
    'frees the key in the other process within seconds, and the call has one effect',
    async () => {
      const { workspaceId, secret } = await maker();
      await using one = await startProcess(fresh.url);
      await until(async () => (await db.select().from(nodes)).length === 1);
      await using other = await startProcess(fresh.url);
      const create = (url: string) =>
        restClient(url, secret)(
          'POST',
          '/keys',
          { kind: 'ak', name: 'Once', scopes: ['models:read'] },
          { 'idempotency-key': 'once', ...freshAddress() },
        );

      const holder = new Bun.SQL(fresh.url, { max: 1 });
      await holder.begin(async (tx) => {
        await tx.unsafe('lock table api_keys in share mode');
        const held = create(one.url).catch(() => undefined);
        await until(async () => (await recordsOf(workspaceId)).length === 1);
        expect((await create(other.url)).body).toMatchObject({ code: 'idempotency_in_progress' });
        one.kill('SIGKILL');
        await held;
      });
      await holder.close();

      const answers: number[] = [];
      await until(
        async () => {
          answers.push((await create(other.url)).status);
          return answers.at(-1) !== 409;
        },
        { timeoutMs: WITHOUT_A_LEASE_MS, everyMs: 100 },
      );
      expect(answers.at(-1)).toBe(201);
      expect((await create(other.url)).headers.get('idempotent-replayed')).toBe('true');
      const made = and(eq(apiKeys.workspaceId, workspaceId), ne(apiKeys.name, 'Test key'));
      expect(await db.select().from(apiKeys).where(made)).toHaveLength(1);
    },
  );

  test('that had called an external system already: a repetition is answered that the outcome is unknown', async () => {
    const { workspaceId, secret } = await maker();
    const receiver = await startReceiver(() => {});
    await using one = await startProcess(fresh.url, ENV);
    const rest = restClient(one.url, secret);
    const webhook = await rest('POST', '/webhooks', { url: receiver.url, events: ['link.created'] });
    expect(webhook.status).toBe(201);
    const send = (url: string, key = 'once') =>
      restClient(url, secret)('POST', `/webhooks/${webhook.body.id}/test`, {}, { 'idempotency-key': key });

    const held = send(one.url).catch(() => undefined);
    await until(() => receiver.seen.requests.length === 1);
    expect((await send(one.url)).body).toMatchObject({ code: 'idempotency_in_progress' });
    one.kill('SIGKILL');
    await held;

    await using again = await startProcess(fresh.url, ENV);
    const codes: string[] = [];
    await until(
      async () => {
        codes.push((await send(again.url)).body.code);
        return codes.at(-1) !== 'idempotency_in_progress';
      },
      { timeoutMs: WITHOUT_A_LEASE_MS, everyMs: 100 },
    );
    expect(codes.at(-1)).toBe('idempotency_outcome_unknown');
    // Where files are locked it is known at once who is gone.
    if (engine === 'sqlite') expect(codes).toHaveLength(1);
    expect((await send(again.url)).body).toMatchObject({ status: 409, retryable: false });
    expect(receiver.seen.requests).toHaveLength(1);
    expect((await recordsOf(workspaceId)).map(({ state }) => state)).toEqual(['running']);

    const other = send(again.url, 'another').catch(() => undefined);
    await until(() => receiver.seen.requests.length === 2);
    again.kill('SIGKILL');
    await other;
    receiver.stop();
  });
});
