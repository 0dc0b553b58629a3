import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { idempotencyRecords } from '../../server/idempotency/schema';
import type { CreateKey } from '../../shared/access/keys';
import { database, startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { memberOf, refusalOf, signedIn } from '../support/people';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const db = queries(database);
const NEW_KEY: CreateKey = { kind: 'ak', name: 'A', scopes: ['models:read'] };

async function workspace() {
  const workspaceId = await seedWorkspace();
  const { id, secret } = await seedKey(workspaceId, { fullAccess: true });
  const rest = restClient(server.url, secret);
  const post = (body: unknown, key: string) => rest('POST', '/keys', body, { 'idempotency-key': key });
  const made = async () => (await db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId))).length - 1;
  return { workspaceId, ownId: id, secret, rest, post, made };
}

const records = (workspaceId: string) =>
  db.select().from(idempotencyRecords).where(eq(idempotencyRecords.workspaceId, workspaceId));

/** A typed client with a key of the API and an Idempotency-Key. */
const keyed = (secret: string, key: string) =>
  rpcClient(server.url, { headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key } });

describe('an Idempotency-Key over typed RPC', () => {
  test('has one effect, and the same result again without the secret', async () => {
    const { workspaceId, secret, made } = await workspace();
    const first = await keyed(secret, 'a').keys.create.mutate(NEW_KEY);
    const again = await keyed(secret, 'a').keys.create.mutate(NEW_KEY);
    expect(again).toEqual({ ...first, secret: null });
    expect(await made()).toBe(1);
    expect(JSON.stringify(await records(workspaceId))).not.toContain(String(first.secret));
  });

  test('of fifty calls at once has exactly one effect', async () => {
    const { secret, made } = await workspace();
    const { keys } = keyed(secret, 'a');
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => keys.create.mutate(NEW_KEY)));
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(done.filter(({ value }) => value.secret !== null)).toHaveLength(1);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(await refusalOf(Promise.reject((outcome as PromiseRejectedResult).reason))).toMatchObject({
        code: 'idempotency_in_progress',
      });
    }
    expect(await made()).toBe(1);
  });

  test('works for a person, and repeats a refusal with a header', async () => {
    const { workspaceId } = await workspace();
    const person = await memberOf(server, workspaceId, 'owner');
    const { id } = await seedKey(workspaceId, { revokedAt: new Date() });
    const call = async (input: unknown, procedure = 'keys.update') => {
      const response = await fetch(`${server.url}/trpc/${procedure}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: server.url,
          cookie: person.cookie,
          'x-workspace-id': workspaceId,
          'idempotency-key': 'a',
        },
        body: JSON.stringify(input),
      });
      const body = (await response.json()) as { error?: { data: { problem: { code: string; request_id: string } } } };
      return {
        status: response.status,
        replayed: response.headers.get('idempotent-replayed'),
        problem: body.error?.data.problem,
      };
    };

    const refused = await call({ key_id: id, name: 'B' });
    expect(refused).toMatchObject({ status: 409, replayed: null, problem: { code: 'invalid_state' } });
    await db.update(apiKeys).set({ revokedAt: null }).where(eq(apiKeys.id, id));
    const again = await call({ key_id: id, name: 'B' });
    expect(again).toMatchObject({ status: 409, replayed: 'true', problem: { code: 'invalid_state' } });
    expect(again.problem?.request_id).not.toBe(refused.problem?.request_id);
    expect(await call({ key_id: id, name: 'C' })).toMatchObject({
      status: 422,
      problem: { code: 'idempotency_key_reused' },
    });
    expect(await call({ key_id: id }, 'keys.revoke')).toMatchObject({ problem: { code: 'idempotency_key_reused' } });
  });

  test('is validated, and ignored in batches and by queries', async () => {
    const { secret, made } = await workspace();
    expect(await refusalOf(keyed(secret, 'x'.repeat(256)).keys.create.mutate(NEW_KEY))).toMatchObject({
      status: 400,
      code: 'invalid_idempotency_key',
    });
    await keyed(secret, 'a').keys.list.query({});
    const batch = await fetch(`${server.url}/trpc/keys.create,keys.create?batch=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: JSON.stringify({ 0: NEW_KEY, 1: NEW_KEY }),
    });
    expect(batch.status).toBe(200);
    expect(await made()).toBe(2);
    expect(await keyed(secret, 'a').keys.create.mutate(NEW_KEY)).toMatchObject({ secret: expect.any(String) });
  });

  test('is separate from an equal key over REST', async () => {
    const { post, secret } = await workspace();
    await post(NEW_KEY, 'a');
    expect(await refusalOf(keyed(secret, 'a').keys.create.mutate(NEW_KEY))).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is free again after invalid input', async () => {
    const { secret, workspaceId } = await workspace();
    const wrong = keyed(secret, 'a').keys.create.mutate({ ...NEW_KEY, name: '' });
    expect(await refusalOf(wrong)).toMatchObject({ status: 400, errors: [{ pointer: '/name' }] });
    expect(await records(workspaceId)).toEqual([]);
    expect(await keyed(secret, 'a').keys.create.mutate(NEW_KEY)).toMatchObject({ secret: expect.any(String) });
  });

  test('creates one workspace for a person who has none yet', async () => {
    const ada = await signedIn(server, undefined, { 'idempotency-key': 'a' });
    const create = (name: string) => ada.rpc.workspaces.create.mutate({ name });
    const made = await create('Mine');
    expect(await create('Mine')).toEqual(made);
    const all = await Promise.all(Array.from({ length: 5 }, () => create('Mine')));
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set([made.id]));
    expect(await refusalOf(create('Another'))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect((await ada.rpc.workspaces.list.query({})).data).toHaveLength(1);

    // The key of somebody else is another one.
    const grace = await signedIn(server, undefined, { 'idempotency-key': 'a' });
    expect((await grace.rpc.workspaces.create.mutate({ name: 'Mine' })).id).not.toBe(made.id);
  });

  test('covers calls to a provider too, without a transaction around them', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const { instances } = owner.rpc.whatsapp;
    const { id } = await instances.create.mutate({ driver: 'sandbox', name: 'Tests' });
    await until(async () => (await instances.get.query({ instance_id: id })).status === 'connected');
    const under = (key: string) =>
      rpcClient(server.url, { cookie: owner.cookie, workspaceId, headers: { 'idempotency-key': key } }).whatsapp.groups;
    const create = (key: string) => under(key).create.mutate({ instance_id: id, subject: 'Crew' });
    const made = await create('a');
    expect(await create('a')).toEqual(made);
    const others = await Promise.allSettled(Array.from({ length: 5 }, () => create('b')));
    expect(others.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await under('c').list.query({ instance_id: id })).data).toHaveLength(2);
    const kept = (await records(workspaceId)).map(({ key, state }) => `${key} ${state}`);
    expect(kept.toSorted()).toEqual(['a done', 'b done']);
  });
});
