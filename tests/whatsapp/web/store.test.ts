import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { initAuthCreds, proto, type SignalDataSet } from 'baileys';

import { databaseUrl, engine } from '../../../server/db/engine';
import { openPool } from '../../../server/db/postgres/pool';
import { createSealer } from '../../../server/secrets/seal';
import { loadLibrary } from '../../../server/whatsapp/drivers/web/worker/library';
import { openAuthState } from '../../../server/whatsapp/drivers/web/worker/store/auth-state';
import { StaleFence } from '../../../server/whatsapp/drivers/web/worker/store/database';
import { openStore } from '../../../server/whatsapp/drivers/web/worker/store/open-store';
import { openInstanceStore } from '../../../server/whatsapp/drivers/web/worker/store/session-store';
import { until } from '../../support/process';
import { staysSo } from '../../support/waiting';

/** On the engine that the tests run on. */
const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-store-'));
const database = await openStore({
  store:
    engine === 'sqlite'
      ? { engine: 'sqlite', path: join(folder, 'keys.db') }
      : { engine: 'postgres', url: databaseUrl },
});
const sealer = createSealer(randomBytes(32), 'whatsapp-web');
const { library } = await loadLibrary(null);

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const newInstance = (): string => `wa_${randomBytes(8).toString('hex')}`;
const openAs = (instanceId: string, fence: number, onStale?: () => void) =>
  openInstanceStore(database, sealer, { instanceId, fence }, onStale);
const rowsOf = (table: string, instanceId: string) =>
  database.read({ text: `select * from whatsapp_web_${table} where instance = $1`, values: [instanceId] });

test('credentials are read as they were written', async () => {
  const instanceId = newInstance();
  const written = await openAuthState(library, await openAs(instanceId, 1));
  await written.save();
  const read = await openAuthState(library, await openAs(instanceId, 1));
  expect(read.creds).toEqual(written.creds);
});

test('keys of every kind are read as they were written, and a null deletes one', async () => {
  const { keys } = await openAuthState(library, await openAs(newInstance(), 1));
  const pair = { public: randomBytes(32), private: randomBytes(32) };
  const session = randomBytes(64);
  const syncKey = proto.Message.AppStateSyncKeyData.fromObject({ keyData: randomBytes(32), timestamp: 5 });
  const written: SignalDataSet = {
    'pre-key': { 1: pair, 2: pair },
    session: { '1|2%7C3.0': session },
    'lid-mapping': { '1_reverse': '2' },
    'device-list': { 1: ['0', '4'] },
    'app-state-sync-key': { 'AAA=': syncKey },
  };
  await keys.set(written);
  expect(await keys.get('pre-key', ['1', '2', '3'])).toEqual({ 1: pair, 2: pair });
  expect(await keys.get('session', ['1|2%7C3.0'])).toEqual({ '1|2%7C3.0': session });
  expect(await keys.get('lid-mapping', ['1_reverse'])).toEqual({ '1_reverse': '2' });
  expect(await keys.get('device-list', ['1'])).toEqual({ 1: ['0', '4'] });
  const { 'AAA=': read } = await keys.get('app-state-sync-key', ['AAA=']);
  expect(read && proto.Message.AppStateSyncKeyData.encode(read).finish()).toEqual(
    proto.Message.AppStateSyncKeyData.encode(syncKey).finish(),
  );

  await keys.set({ 'pre-key': { 1: null } });
  expect(Object.keys(await keys.get('pre-key', ['1', '2']))).toEqual(['2']);
});

test('all pre-keys of a new device are written together', async () => {
  const { keys } = await openAuthState(library, await openAs(newInstance(), 1));
  const ids = Array.from({ length: 812 }, (_, at) => String(at + 1));
  const pair = { public: randomBytes(32), private: randomBytes(32) };
  await keys.set({ 'pre-key': Object.fromEntries(ids.map((id) => [id, pair])) });
  expect(Object.keys(await keys.get('pre-key', ids))).toHaveLength(812);
});

test('one change that fails leaves none of the others', async () => {
  const instanceId = newInstance();
  const owner = { instanceId, fence: 1 };
  await openAs(instanceId, 1);
  const insert = {
    text: `insert into whatsapp_web_values (instance, type, id, sealed) values ($1, 'a', 'b', 'c')`,
    values: [instanceId],
  };
  expect(await database.write(owner, [insert, insert]).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await rowsOf('values', instanceId)).toEqual([]);
});

test('kept values are read, replaced and deleted', async () => {
  const store = await openAs(newInstance(), 1);
  const value = new Uint8Array([0, 255, 128]);
  await store.put('message', 'ABC', new Uint8Array([1]));
  await store.put('message', 'ABC', value);
  expect(await store.get('message', 'ABC')).toEqual(value);
  expect(await store.get('poll', 'ABC')).toBeUndefined();
  await store.delete('message', 'ABC');
  expect(await store.get('message', 'ABC')).toBeUndefined();
});

test('instances do not see each other', async () => {
  const [one, other] = [await openAs(newInstance(), 1), await openAs(newInstance(), 1)];
  await one.put('message', 'ABC', new Uint8Array([1]));
  await other.wipe();
  expect(await other.get('message', 'ABC')).toBeUndefined();
  expect(await one.get('message', 'ABC')).toEqual(new Uint8Array([1]));
});

test('an older owner reads and writes nothing more once a newer one has come', async () => {
  const instanceId = newInstance();
  let isStale = false;
  const older = await openAs(instanceId, 1, () => (isStale = true));
  await older.put('message', 'ABC', new Uint8Array([1]));
  const newer = await openAs(instanceId, 2);
  const outcomes = await Promise.allSettled([
    older.put('message', 'ABC', new Uint8Array([2])),
    older.writeKeys([{ type: 'session', id: '1', text: 'old' }]),
    older.writeCredentials('old'),
    older.wipe(),
  ]);
  expect(outcomes.map((one) => (one.status === 'rejected' ? one.reason.name : one.status))).toEqual(
    Array.from({ length: 4 }, () => 'StaleFence'),
  );
  expect(isStale).toBe(true);
  expect(await newer.get('message', 'ABC')).toEqual(new Uint8Array([1]));
  expect(await newer.readCredentials()).toBeUndefined();
  expect(await openAs(instanceId, 1).catch((error: unknown) => error)).toBeInstanceOf(StaleFence);
});

test.if(engine === 'postgres')(
  'a newer owner waits for a write that is under way, and reads what it wrote',
  async () => {
    const instanceId = newInstance();
    const older = await openAs(instanceId, 1);
    await older.writeKeys([{ type: 'session', id: '1', text: 'first' }]);
    const client = openPool({ url: databaseUrl, max: 2 });
    const [isLocked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = client.begin(async (tx) => {
      await tx.unsafe('select 1 from whatsapp_web_keys where instance = $1 for update', [instanceId]);
      isLocked.resolve();
      await release.promise;
    });
    await isLocked.promise;
    const written = older.writeKeys([{ type: 'session', id: '1', text: 'second' }]);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'insert into whatsapp_web_keys%'`;
    await until(async () => (await client.unsafe(waiting)).length === 1);

    let newer: Awaited<ReturnType<typeof openAs>> | undefined;
    const claimed = openAs(instanceId, 2).then((store) => (newer = store));
    await staysSo(() => newer, 300);
    release.resolve();
    await Promise.all([locking, written, claimed]);
    expect(await newer?.readKeys('session', ['1'])).toEqual(new Map([['1', 'second']]));
    await client.close();
  },
);

test('after a wipe nothing is left, and nothing that comes later is written', async () => {
  const instanceId = newInstance();
  const store = await openAs(instanceId, 1);
  const auth = await openAuthState(library, store);
  await auth.save();
  await auth.keys.set({ session: { 1: randomBytes(8) } });
  await store.put('message', 'ABC', new Uint8Array([1]));
  await store.wipe();
  await auth.save();
  await auth.keys.set({ session: { 2: randomBytes(8) } });
  for (const table of ['credentials', 'keys', 'values'])
    expect([table, await rowsOf(table, instanceId)]).toEqual([table, []]);
});

test('nothing is stored in clear, and a row that was moved to another place does not open', async () => {
  const instanceId = newInstance();
  const store = await openAs(instanceId, 1);
  const auth = await openAuthState(library, store);
  await auth.save();
  await auth.keys.set({ session: { 1: Buffer.from('the ratchet of a session') } });
  const stored = JSON.stringify([await rowsOf('credentials', instanceId), await rowsOf('keys', instanceId)]);
  const { noiseKey, signedIdentityKey, advSecretKey } = auth.creds;
  const secrets = [
    advSecretKey,
    ...[noiseKey.private, signedIdentityKey.private, Buffer.from('the ratchet')].map((one) =>
      Buffer.from(one).toString('base64').slice(0, 12),
    ),
  ];
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);

  await database.write({ instanceId, fence: 1 }, [
    { text: `update whatsapp_web_keys set id = '2' where instance = $1`, values: [instanceId] },
  ]);
  expect(await store.readKeys('session', ['2']).catch((error: unknown) => error)).toMatchObject({ name: 'SealError' });
});

test('credentials that are written one right after the other end as the last ones', async () => {
  const store = await openAs(newInstance(), 1);
  await Promise.all(Array.from({ length: 20 }, (_, at) => store.writeCredentials(`${at}`)));
  expect(await store.readCredentials()).toBe('19');
});

test('a pairing that was never finished is forgotten', async () => {
  const instanceId = newInstance();
  const store = await openAs(instanceId, 1);
  const me = { id: '15550001111@s.whatsapp.net', name: '~' };
  const creds = { ...initAuthCreds(), me, pairingCode: 'ABCD1234' };
  await store.writeCredentials(JSON.stringify(creds, library.BufferJSON.replacer));
  const read = await openAuthState(library, store);
  expect(read.creds).toMatchObject({ pairingCode: undefined, noiseKey: creds.noiseKey });
  expect(read.creds.me).toBeUndefined();
});
