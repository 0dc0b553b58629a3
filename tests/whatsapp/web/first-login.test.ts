import { expect, test } from 'bun:test';

import { FEATURES } from '../../../server/whatsapp/drivers/web/worker/features';
import { createHistoryFeature, historyFeature } from '../../../server/whatsapp/drivers/web/worker/history';
import type { Feature } from '../../../server/whatsapp/drivers/web/worker/session-types';
import { startSessionStage } from './session-stage';

const PHONE = '15550001111';
const ADA = '15550002222';
const ALL = { chats: 0, contacts: 0, messages: 0 };

const withHistory = (feature: Feature): Feature[] => FEATURES.map((one) => (one === historyFeature ? feature : one));

test('a first login to which no history comes is no failure: it is open, imports, and receives meanwhile', async () => {
  let counter: number | undefined;
  const watching: Feature = {
    listen({ socket: { ev, authState } }) {
      ev.on('messages.upsert', () => queueMicrotask(() => (counter = authState.creds.accountSyncCounter)));
    },
  };
  await using stage = await startSessionStage({ services: { features: [...FEATURES, watching] } });
  stage.peer.person(PHONE).sendsHistory = false;
  const session = await stage.link('wa_1', PHONE);
  const first = await stage.eventOf('wa_1', 'sync');
  expect(first).toEqual({ kind: 'sync', isDone: false, progress: null, counts: ALL });

  await stage.peer.person(ADA).sendText(PHONE, 'Are you there?');
  await stage.eventOf('wa_1', 'message');
  // The library would hold the message back for 20 seconds, since no history comes, and then count a first import.
  expect(counter).toBe(0);
  expect(session.options.syncHistory).toBe('recent');
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'connected']);
  expect(stage.of('wa_1').filter(({ kind }) => kind === 'sync')).toHaveLength(1);
});

test('an import whose next part does not come ends, and begins no more with a later connection', async () => {
  await using stage = await startSessionStage({
    services: { features: withHistory(createHistoryFeature(100)) },
    timings: { pauseFactor: 0.001 },
  });
  stage.peer.person(PHONE).sendsHistory = false;
  await stage.link('wa_1', PHONE);
  const syncs = () => stage.of('wa_1').filter(({ kind }) => kind === 'sync');
  expect(await stage.eventOf('wa_1', 'sync', ({ isDone }) => isDone)).toMatchObject({ progress: 100, counts: ALL });
  expect(syncs()).toHaveLength(2);
});

test('an import that the end of its connection interrupts goes on with the next one, and ends', async () => {
  let maxPauseMs = 60_000;
  const changing: Feature = { listen: (session) => createHistoryFeature(maxPauseMs).listen?.(session) };
  await using stage = await startSessionStage({
    services: { features: withHistory(changing) },
    timings: { pauseFactor: 0.001 },
  });
  const me = stage.peer.person(PHONE);
  me.history.finalProgress = null;
  me.history.parts = 2;
  await stage.link('wa_1', PHONE);
  await stage.eventOf('wa_1', 'sync', ({ progress }) => progress === 33);
  await stage.peer.settled();
  maxPauseMs = 100;
  stage.peer.drop(PHONE);
  await stage.reaches('wa_1', 'reconnecting');
  await stage.reaches('wa_1', 'connected');
  await stage.eventOf('wa_1', 'sync', ({ isDone }) => isDone);
});

test('without an import, the first login still reports which LID is which number', async () => {
  await using stage = await startSessionStage({ services: { features: FEATURES } });
  const { lidJid } = stage.peer.person(ADA);
  const session = await stage.start('wa_1', { syncHistory: 'none' });
  const { raw } = await stage.eventOf('wa_1', 'pairing');
  await stage.peer.scan(raw, PHONE);
  await stage.eventOf('wa_1', 'contact', ({ person }) => person.phone === ADA && person.lid === lidJid);
  expect(stage.of('wa_1').some(({ kind }) => kind === 'sync')).toBe(false);
  await session.stop();
});
