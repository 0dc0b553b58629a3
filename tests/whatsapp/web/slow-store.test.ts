import { expect, test } from 'bun:test';

import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import type { Feature } from '../../../server/whatsapp/drivers/web/worker/session-types';
import type { Statement, StoreDatabase } from '../../../server/whatsapp/drivers/web/worker/store/database';
import { until } from '../../support/until';
import { staysSo } from '../../support/waiting';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';
const POLLING = { everyMs: 5 };

/** What a test does to the keys of a linked phone: SQLite reads and writes them at once, PostgreSQL does not. */
interface Store {
  read: (go: () => ReturnType<StoreDatabase['read']>) => ReturnType<StoreDatabase['read']>;
  write: (statements: readonly Statement[], go: () => Promise<void>) => Promise<void>;
}

async function stageWith(...more: Feature[]) {
  const store: Store = { read: (go) => go(), write: (_statements, go) => go() };
  const stage = await startSessionStage({
    services: { features: [messagesFeature, ...more] },
    timings: { pauseFactor: 0.001 },
    around: (database) => ({
      ...database,
      read: (statement) => store.read(() => database.read(statement)),
      write: (owner, statements) => store.write(statements, () => database.write(owner, statements)),
    }),
  });
  const texts = (): unknown[] =>
    stage.of('wa_1').flatMap((event) => (event.kind === 'message' ? [Reflect.get(event.content, 'text')] : []));
  const isAway = (): boolean => stage.statuses('wa_1').includes('reconnecting');
  return { stage, store, texts, isAway };
}

test('messages are reported in the order in which they came, whichever keys are read first', async () => {
  let arrived = 0;
  const counting: Feature = {
    listen({ socket }) {
      socket.ws.on('CB:message', () => (arrived += 1));
    },
  };
  const { stage, store, texts } = await stageWith(counting);
  await using _ = stage;
  await stage.link('wa_1', PHONE);
  const ada = stage.peer.person(ADA);
  await ada.sendText(PHONE, 'Before');
  await stage.eventOf('wa_1', 'message');
  await stage.peer.settled();

  const waiting: (() => void)[] = [];
  store.read = async (go) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
    return go();
  };
  arrived = 0;
  const words = ['One', 'Two', 'Three', 'Four', 'Five'];
  for (const word of words) await ada.sendText(PHONE, word);
  await until(() => arrived === words.length, POLLING);
  store.read = (go) => go();
  for (const answer of waiting.toReversed()) answer();
  await until(() => texts().length === words.length + 1, POLLING);
  expect(texts()).toEqual(['Before', ...words]);
});

for (const broken of ['read', 'write'] as const) {
  test(`a message whose keys the database does not ${broken} is received once it does`, async () => {
    const { stage, store, texts, isAway } = await stageWith();
    await using _ = stage;
    await stage.link('wa_1', PHONE);
    await stage.peer.settled();
    let wasSent = false;
    const failing = async <T>(go: () => Promise<T>): Promise<T> => {
      const isAcknowledged = wasSent && stage.peer.world.companions().every((one) => one.pendingStanzas.length === 0);
      if (isAway() || isAcknowledged) return go();
      throw new Error('The database is away.');
    };
    if (broken === 'read') store.read = failing;
    else store.write = (_statements, go) => failing(go);

    const id = await stage.peer.person(ADA).sendText(PHONE, 'Do not lose me');
    wasSent = true;
    await stage.eventOf('wa_1', 'message', ({ providerMessageId }) => providerMessageId === id);
    await stage.peer.settled();
    expect(texts()).toEqual(['Do not lose me']);
    expect(stage.peer.faults).toEqual([]);
  });
}

test('a key that was not written is not written later, over what the next connection has made of it', async () => {
  const { stage, store, texts, isAway } = await stageWith();
  await using _ = stage;
  const session = await stage.link('wa_1', PHONE);
  const ada = stage.peer.person(ADA);
  const received = async (text: string) => {
    await ada.sendText(PHONE, text);
    await until(() => texts().includes(text), POLLING);
  };
  await received('Before');
  await stage.peer.settled();

  let hasFailed = false;
  store.write = async (statements, go) => {
    if (hasFailed || !statements.some(({ values }) => values.includes('session'))) return go();
    hasFailed = true;
    throw new Error('The database is away.');
  };
  await received('While it is away');
  expect([hasFailed, isAway()]).toEqual([true, true]);
  await until(() => stage.statuses('wa_1').at(-1) === 'connected', POLLING);
  for (const turn of [1, 2, 3]) {
    expect(await session.send(textJob(ADA, `Reply ${turn}`))).toMatchObject({ outcome: 'sent' });
    await ada.receives(turn);
    await received(`Answer ${turn}`);
    await staysSo(() => texts().length, 300);
  }
  expect(stage.logged.join('')).not.toContain('cannot be decrypted');
  expect(stage.peer.faults).toEqual([]);
});

const isOfDecrypted = ({ text, values }: Statement): boolean =>
  text.startsWith('insert') && values.includes('undelivered-message');

test('a notice of a group that comes meanwhile does not make a decrypted message forgotten', async () => {
  let notices = 0;
  const counting: Feature = {
    listen({ socket }) {
      socket.ev.on('messages.upsert', ({ messages }) => {
        notices += messages.filter(({ messageStubType }) => messageStubType).length;
      });
    },
  };
  const { stage, store, texts, isAway } = await stageWith(counting);
  await using _ = stage;
  await stage.link('wa_1', PHONE);
  const ada = stage.peer.person(ADA);
  const group = ada.createGroup('Friends', [PHONE]);
  await stage.peer.settled();
  notices = 0;
  let isCut = false;
  store.write = async (statements, go) => {
    await go();
    if (isCut || !statements.some(isOfDecrypted)) return;
    isCut = true;
    ada.in(group).rename('New');
    await until(() => notices > 0, POLLING);
    stage.peer.drop(PHONE);
    await until(isAway, POLLING);
  };

  const id = await ada.sendText(PHONE, 'Do not lose me');
  await stage.eventOf('wa_1', 'message', ({ providerMessageId }) => providerMessageId === id);
  await stage.peer.settled();
  expect(isCut).toBe(true);
  expect(texts()).toEqual(['Do not lose me']);
});
