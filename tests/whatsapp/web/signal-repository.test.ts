import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  addTransactionCapability,
  Curve,
  generateSignalPubKey,
  initAuthCreds,
  type AuthenticationState,
  type SignalRepositoryWithLIDStore,
} from 'baileys';

import { databaseUrl, engine } from '../../../server/db/engine';
import { createSealer } from '../../../server/secrets/seal';
import { loadLibrary } from '../../../server/whatsapp/drivers/web/worker/library';
import { signalRepository } from '../../../server/whatsapp/drivers/web/worker/signal-repository';
import { openAuthState } from '../../../server/whatsapp/drivers/web/worker/store/auth-state';
import { openStore } from '../../../server/whatsapp/drivers/web/worker/store/open-store';
import { openInstanceStore } from '../../../server/whatsapp/drivers/web/worker/store/session-store';
import { lasting } from '../../support/waiting';
import { memoryKeys } from '../../support/whatsapp-web/memory-keys';
import { silentLogger } from '../../support/whatsapp-web/silent-logger';

const { library } = await loadLibrary(null);

const OURS = '1001:7@lid';
const THEIRS = { lid: '2002@lid', phone: '15550002222@s.whatsapp.net' };
const ONCE = { maxCommitRetries: 1, delayBetweenTriesMs: 0 };

type Repository = Pick<SignalRepositoryWithLIDStore, 'encryptMessage' | 'decryptMessage' | 'injectE2ESession'>;
type Ciphertext = Awaited<ReturnType<Repository['encryptMessage']>>;

/** A linked device with keys in the database of the tests, and the phone of somebody else. */
async function startBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-signal-'));
  const path = join(folder, 'keys.db');
  const database = await openStore({
    store: engine === 'sqlite' ? { engine, path } : { engine: 'postgres', url: databaseUrl },
  });
  const owner = { instanceId: `wa_${randomBytes(8).toString('hex')}`, fence: 1 };
  const store = await openInstanceStore(database, createSealer(randomBytes(32), 'whatsapp-web'), owner);
  let unreadable: string | undefined;
  const auth = await openAuthState(library, {
    ...store,
    async readKeys(type, ids) {
      if (type !== unreadable) return store.readKeys(type, ids);
      unreadable = undefined;
      throw new Error('The database is away.');
    },
    async writeKeys(changes) {
      await lasting(2);
      await store.writeKeys(changes);
    },
  });
  await auth.keys.set({ 'lid-mapping': { 15550002222: '2002', '2002_reverse': '15550002222' } });

  const creds = initAuthCreds();
  const phoneKeys = addTransactionCapability(memoryKeys(), silentLogger, ONCE);
  const phone = library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds, keys: phoneKeys },
    silentLogger,
    async () => [],
  );

  let lastPreKey = 100;
  /** What the server hands out of a device, for a session with it. */
  async function bundleOf({ creds: of, keys }: AuthenticationState) {
    const keyId = (lastPreKey += 1);
    const pair = Curve.generateKeyPair();
    await keys.set({ 'pre-key': { [keyId]: pair } });
    return {
      registrationId: of.registrationId,
      identityKey: generateSignalPubKey(of.signedIdentityKey.public),
      signedPreKey: {
        keyId: of.signedPreKey.keyId,
        publicKey: generateSignalPubKey(of.signedPreKey.keyPair.public),
        signature: of.signedPreKey.signature,
      },
      preKey: { keyId, publicKey: generateSignalPubKey(pair.public) },
    };
  }

  return {
    phone,
    /** The encryption of one connection. */
    connect(): Repository {
      const undelivered = auth.undelivered.onSocket();
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const keys = addTransactionCapability(auth.keys, silentLogger, ONCE);
      const make = signalRepository({ library, auth, undelivered, log });
      return make({ creds: auth.creds, keys }, silentLogger, async () => []);
    },
    /** The next read of keys of this type fails. */
    failNextRead: (type: string) => (unreadable = type),
    beginSession: async (repository: Repository, jid = THEIRS.lid) =>
      repository.injectE2ESession({ jid, session: await bundleOf({ creds, keys: phoneKeys }) }),
    phoneBeginsSession: async () => phone.injectE2ESession({ jid: OURS, session: await bundleOf(auth) }),
    async [Symbol.asyncDispose](): Promise<void> {
      await store.wipe();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const encrypt = (from: Repository, jid: string, text: string): Promise<Ciphertext> =>
  from.encryptMessage({ jid, data: Buffer.from(text) });
const decrypt = async (at: Repository, jid: string, message: Ciphertext): Promise<string> =>
  Buffer.from(await at.decryptMessage({ jid, ...message })).toString();

test('a message that was on its way when a session began is read, and so is what is sent in the new session', async () => {
  await using both = await startBoth();
  const { phone } = both;
  const ours = both.connect();
  await both.beginSession(ours);
  expect(await decrypt(phone, OURS, await encrypt(ours, THEIRS.lid, 'First'))).toBe('First');
  expect(await decrypt(ours, THEIRS.lid, await encrypt(phone, OURS, 'Answer'))).toBe('Answer');

  const onItsWay = await encrypt(phone, OURS, 'On its way');
  await both.beginSession(ours);
  expect(await decrypt(ours, THEIRS.lid, onItsWay)).toBe('On its way');
  for (const text of ['After', 'And after that']) {
    expect(await decrypt(phone, OURS, await encrypt(ours, THEIRS.lid, text))).toBe(text);
    expect(await decrypt(ours, THEIRS.lid, await encrypt(phone, OURS, text))).toBe(text);
  }
});

test('what uses a session under the LID and under the phone number follows one after the other', async () => {
  await using both = await startBoth();
  const ours = both.connect();
  await both.beginSession(ours, THEIRS.phone);
  const texts = Array.from({ length: 12 }, (_, at) => `Text ${at}`);
  const messages = await Promise.all(
    texts.map((text, at) => encrypt(ours, at % 2 === 0 ? THEIRS.lid : THEIRS.phone, text)),
  );
  const read = [];
  for (const message of messages) read.push(await decrypt(both.phone, OURS, message));
  expect(read).toEqual(texts);
});

test('what a connection still writes after its end does not undo what the next one has written', async () => {
  await using both = await startBoth();
  const connections = [both.connect(), both.connect()] as const;
  await both.beginSession(connections[0]);
  const texts = Array.from({ length: 12 }, (_, at) => `Text ${at}`);
  const messages = await Promise.all(
    texts.map((text, at) => encrypt(connections[at % 2 === 0 ? 0 : 1], THEIRS.lid, text)),
  );
  const read = [];
  for (const message of messages) read.push(await decrypt(both.phone, OURS, message));
  expect(read).toEqual(texts);
});

test('sessions that could not be read are not replaced by the session of the next message', async () => {
  await using both = await startBoth();
  const { phone } = both;
  const first = both.connect();
  await both.beginSession(first);
  await decrypt(phone, OURS, await encrypt(first, THEIRS.lid, 'First'));
  const onItsWay = await encrypt(phone, OURS, 'On its way');
  await both.phoneBeginsSession();
  const inNewSession = await encrypt(phone, OURS, 'In a new session');

  both.failNextRead('session');
  expect(await decrypt(first, THEIRS.lid, inNewSession).catch((error: unknown) => error)).toMatchObject({
    message: 'The database is away.',
  });
  const second = both.connect();
  expect(await decrypt(second, THEIRS.lid, inNewSession)).toBe('In a new session');
  expect(await decrypt(second, THEIRS.lid, onItsWay)).toBe('On its way');
});
