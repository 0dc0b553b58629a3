import { afterAll, describe, expect, test } from 'bun:test';

import { AuthCache } from '../../server/access/guard/cache';
import { invalidateRights } from '../../server/access/guard/invalidate-rights';
import { authChanges, authState } from '../../server/access/schema/accounts';
import { purgeAuthChanges } from '../../server/access/system/auth';
import { type OpenStore, queries } from '../../server/db/database';
import { createLog } from '../../server/log';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { memberOf, refusalOf } from '../support/people';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const proxied = { trustedProxies: ['127.0.0.0/8'] };
const server = await startServer(proxied);
afterAll(() => server.stop());

let addresses = 0;
/** Each from an address of its own, so that refusals are not counted together. */
const fresh = () => ({ 'x-forwarded-for': `198.51.${(addresses += 1) >> 8}.${addresses & 255}` });
const me = (url: string, secret: string) => restClient(url, secret)('GET', '/me', undefined, fresh());
const log = createLog('silent');

/** Runs `check` again and again until it holds; returns the milliseconds that took, but for what a busy machine took. */
async function timeUntil(check: () => boolean | Promise<boolean>): Promise<number> {
  using lateness = watchLateness();
  const began = performance.now();
  await until(check, { everyMs: 5 });
  return performance.now() - began - lateness.late();
}

/** The database with a switch that makes the changes of rights unreadable. */
function breakable() {
  const cut = { now: false };
  const realRun = (database as OpenStore & typeof database).run.bind(database);
  const run: OpenStore['run'] = (text, params) =>
    cut.now && /^select.* auth_changes /.test(text)
      ? Promise.reject(new Error('The connection is gone.'))
      : realRun(text, params);
  return { store: { ...database, run }, cut };
}

/** A server whose cache runs by a clock of the test, on a database with a switch. */
async function serverByClock() {
  const { store, cut } = breakable();
  const clock = { ms: 0 };
  const made = await startServer(proxied, { store });
  made.services.auth.stop();
  const auth = new AuthCache(store, log, () => clock.ms);
  made.services.auth = auth;
  await auth.start();
  const stop = async () => {
    auth.stop();
    await made.stop();
  };
  return { ...made, auth, clock, cut, [Symbol.asyncDispose]: stop };
}

/** Looks for secrets of keys while `work` runs; that their last use is written meanwhile is none. */
async function lookups(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  database.observe((sql) => (count += /^select.*api_key_secrets/is.test(sql) ? 1 : 0));
  await work();
  database.observe(undefined);
  return count;
}

/** A transaction that narrows the rights of keys, and may then fail. */
const narrow = (refs: string[], { fails = false } = {}) =>
  database.transaction(async (tx) => {
    await invalidateRights(
      server.services,
      tx,
      refs.map((ref) => ({ kind: 'key' as const, ref })),
    );
    if (fails) throw new Error('Rolled back.');
  });

describe('a revocation', () => {
  test('lets none of 200 concurrent requests pass that began after its answer', async () => {
    const workspaceId = await seedWorkspace();
    const { id, secret } = await seedKey(workspaceId);
    const admin = restClient(server.url, (await seedKey(workspaceId)).secret);
    await me(server.url, secret);

    let answeredAt = Number.POSITIVE_INFINITY;
    const outcomes: { begunAt: number; status: number }[] = [];
    const request = async () => {
      const begunAt = performance.now();
      outcomes.push({ begunAt, status: (await me(server.url, secret)).status });
    };
    const running = Array.from({ length: 100 }, request);
    const revoked = admin('POST', `/keys/${id}/revoke`).then(() => (answeredAt = performance.now()));
    while (outcomes.length < 150 || answeredAt === Number.POSITIVE_INFINITY) await request();
    await revoked;
    running.push(...Array.from({ length: 50 }, request));
    await Promise.all(running);

    const before = outcomes.filter(({ begunAt }) => begunAt <= answeredAt);
    const after = outcomes.filter(({ begunAt }) => begunAt > answeredAt);
    expect(outcomes.length).toBeGreaterThanOrEqual(200);
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThanOrEqual(50);
    expect(after.filter(({ status }) => status !== 401)).toEqual([]);
  });

  test('reaches another process within a second', async () => {
    const other = await startServer(proxied);
    const workspaceId = await seedWorkspace();
    const { id, secret } = await seedKey(workspaceId);
    const admin = restClient(server.url, (await seedKey(workspaceId)).secret);
    expect((await me(other.url, secret)).status).toBe(200);

    await admin('POST', `/keys/${id}/revoke`);
    expect(await timeUntil(async () => (await me(other.url, secret)).status === 401)).toBeLessThan(1000);
    await other.stop();
  });

  test('is not undone by a database query that began before it and ended after', async () => {
    const workspaceId = await seedWorkspace();
    const { id, secret } = await seedKey(workspaceId);
    const admin = restClient(server.url, (await seedKey(workspaceId)).secret);
    await admin('GET', '/me');

    const { auth } = server.services;
    const load = auth.load.bind(auth);
    const selected = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    auth.load = (hash, read) =>
      load(hash, async () => {
        const entry = await read();
        selected.resolve();
        await release.promise;
        return entry;
      });
    try {
      const slow = me(server.url, secret);
      await selected.promise;
      expect((await admin('POST', `/keys/${id}/revoke`)).status).toBe(200);
      release.resolve();
      expect((await slow).status).toBe(200);
    } finally {
      auth.load = load;
    }
    expect((await me(server.url, secret)).body).toMatchObject({ code: 'api_key_revoked' });
  });

  test('of the permissions of a member applies from the next request', async () => {
    const workspaceId = await seedWorkspace();
    const owner = await memberOf(server, workspaceId, 'owner');
    const admin = await memberOf(server, workspaceId, 'admin');
    const made = await admin.rpc.keys.create.mutate({ kind: 'ak', name: 'A', scopes: ['keys:read'] });

    await owner.rpc.members.update.mutate({ member_id: admin.memberId, role: 'viewer', keys: 'keep' });
    expect(await refusalOf(admin.rpc.keys.list.query({}))).toMatchObject({ code: 'insufficient_role' });
    // What a key was given stays with the key.
    expect((await restClient(server.url, made.secret)('GET', '/keys')).status).toBe(200);
  });
});

describe('the cache', () => {
  test('is trusted for 750 ms after the last successful check for changes, then every request queries the database', async () => {
    await using own = await serverByClock();
    const { secret } = await seedKey(await seedWorkspace());
    const use = () => me(own.url, secret);
    expect((await use()).status).toBe(200);
    own.cut.now = true;

    own.clock.ms = 750;
    expect(await lookups(use)).toBe(0);
    own.clock.ms = 751;
    expect(await lookups(async () => [await use(), await use()])).toBe(2);

    own.cut.now = false;
    await until(async () => (await lookups(use)) === 0);
  });

  test('refuses keys that were revoked while it could not check', async () => {
    await using own = await serverByClock();
    const workspaceId = await seedWorkspace();
    const { id, secret } = await seedKey(workspaceId);
    const admin = restClient(server.url, (await seedKey(workspaceId)).secret);
    expect((await me(own.url, secret)).status).toBe(200);

    own.cut.now = true;
    await admin('POST', `/keys/${id}/revoke`);
    own.clock.ms = 751;
    expect((await me(own.url, secret)).body).toMatchObject({ code: 'api_key_revoked' });
  });

  test('answers 503 to unknown keys while the database is away', async () => {
    await using own = await serverByClock();
    const { secret: known } = await seedKey(await seedWorkspace());
    const { secret: unknown } = await seedKey(await seedWorkspace());
    expect((await me(own.url, known)).status).toBe(200);
    const load = own.auth.load.bind(own.auth);
    own.auth.load = (hash) => load(hash, () => Promise.reject(new Error('The connection is gone.')));

    expect((await me(own.url, known)).status).toBe(200);
    const refused = await me(own.url, unknown);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body).toMatchObject({ code: 'unavailable', retryable: true });
    expect(JSON.stringify(refused.body)).not.toContain('connection');
  });

  test('drops an entry after 30 s in any case', async () => {
    await using own = await serverByClock();
    const { secret } = await seedKey(await seedWorkspace());
    const { secret: other } = await seedKey(await seedWorkspace());
    await me(own.url, secret);
    own.clock.ms = 30_001;
    await until(async () => (await lookups(() => me(own.url, other))) === 0);
    expect(await lookups(() => me(own.url, secret))).toBe(1);
    expect(await lookups(() => me(own.url, secret))).toBe(0);
  });

  test('is emptied when changes were purged before it saw them', async () => {
    const { store, cut } = breakable();
    const cache = new AuthCache(store, log);
    await cache.start();
    const seen: string[] = [];
    cache.onChange(
      ({ ref }) => void seen.push(ref),
      () => void seen.push('missed'),
    );
    cut.now = true;
    await cache.load('hash', async () => ({ actor: {} as never, refs: ['key_1'], validUntil: Infinity }));
    expect(cache.get('hash')).toBeDefined();

    await narrow(['key_1']);
    const last = newId('key');
    await narrow([last]);
    await purgeAuthChanges(database, new Date(Date.now() + 10_000 * 86_400_000));
    expect(await queries(database).select().from(authChanges)).toMatchObject([{ ref: last }]);

    cut.now = false;
    await until(() => seen.includes(last));
    cache.stop();
    expect(seen).toEqual(['missed', last]);
    expect(cache.get('hash')).toBeUndefined();
  });

  test('numbers changes without gaps, in the order of their commits', async () => {
    const before = (await queries(database).select().from(authState))[0]?.seq ?? 0;
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => {
        const refs = Array.from({ length: (index % 3) + 1 }, () => newId('key'));
        return narrow(refs, { fails: refs.length === 2 });
      }),
    );
    const after = (await queries(database).select().from(authState))[0]?.seq ?? 0;
    expect(after - before).toBe(40);
    const rows = await queries(database).select().from(authChanges);
    expect(new Set(rows.map((row) => row.seq)).size).toBe(rows.length);
    expect(rows.filter((row) => row.seq > before)).toHaveLength(40);
  });
});
