import { expect, test } from 'bun:test';

import type { BinaryNode } from 'baileys';

import { delayWrites } from '../../../server/whatsapp/drivers/web/worker/delayed-writes';
import { FEATURES } from '../../../server/whatsapp/drivers/web/worker/features';
import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { until } from '../../support/until';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';

test('a message whose connection ends between its decryption and its receipt is received when it comes again', async () => {
  await using stage = await startSessionStage({
    services: { features: [messagesFeature] },
    timings: { pauseFactor: 0.001 },
  });
  const { DEFAULT_CONNECTION_CONFIG } = stage.library;
  const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG;
  const isAway = (): boolean => stage.statuses('wa_1').includes('reconnecting');
  let decryptions = 0;
  DEFAULT_CONNECTION_CONFIG.makeSignalRepository = (...input) => {
    const repository = makeSignalRepository(...input);
    return {
      ...repository,
      async decryptMessage(message) {
        const plaintext = await repository.decryptMessage(message);
        if (!Buffer.from(plaintext).includes('Do not lose me')) return plaintext;
        decryptions += 1;
        stage.peer.drop(PHONE);
        await until(isAway);
        return plaintext;
      },
    };
  };
  try {
    await stage.link('wa_1', PHONE);
    const id = await stage.peer.person(ADA).sendText(PHONE, 'Do not lose me');
    await stage.eventOf('wa_1', 'message', ({ providerMessageId }) => providerMessageId === id);
    await stage.peer.settled();
    expect(stage.of('wa_1').filter(({ kind }) => kind === 'message')).toMatchObject([
      { content: { text: 'Do not lose me' } },
    ]);
    expect(decryptions).toBe(1);
  } finally {
    DEFAULT_CONNECTION_CONFIG.makeSignalRepository = makeSignalRepository;
  }
});

test('a message whose receipt was lost is read again, also after later ones, and not asked for', async () => {
  await using stage = await startSessionStage({ services: { features: FEATURES } });
  const session = await stage.link('wa_1', PHONE);
  const ada = stage.peer.person(ADA);
  // From here on both use a session that the other has confirmed.
  await ada.sendText(PHONE, 'Hello');
  await stage.eventOf('wa_1', 'message');
  await session.send(textJob(ADA, 'Hi'));
  await ada.receives(1);
  const [device] = stage.peer.person(PHONE).companions.values();
  if (!device) throw new Error('No device is linked.');
  const delivered: BinaryNode[] = [];
  const deliver = device.deliver.bind(device);
  device.deliver = (node, onAcknowledged) => {
    if (node.tag === 'message') delivered.push(node);
    deliver(node, onAcknowledged);
  };
  const texts = () =>
    stage
      .of('wa_1')
      .flatMap((event) => (event.kind === 'message' && event.content.type === 'text' ? [event.content.text] : []));

  for (const text of ['One', 'Two', 'Three']) await ada.sendText(PHONE, text);
  await until(() => texts().includes('Three'));
  await stage.peer.settled();
  const [first] = delivered;
  if (!first) throw new Error('Nothing was delivered.');
  deliver(first);
  await until(() => texts().filter((text) => text === 'One').length === 2);
  await stage.peer.settled();
  expect(ada.askedFor).toEqual([]);
  expect(stage.logged.join('')).not.toContain('cannot be decrypted');
  stage.peer.assertClean();
});

test('what is written leaves after the work of the same turn, in order, and before the connection is closed', async () => {
  const seen: string[] = [];
  const connection = {
    readyState: 1,
    send: (data: unknown, done?: () => void) => {
      seen.push(String(data));
      done?.();
    },
    close: () => void seen.push('closed'),
  };
  delayWrites(connection);
  const written = Promise.withResolvers<void>();
  connection.send('receipt', () => written.resolve());
  connection.send('more');
  await written.promise;
  seen.push('stored');
  await until(() => seen.length === 3);
  connection.send('last');
  connection.close();
  expect(seen).toEqual(['stored', 'receipt', 'more', 'last', 'closed']);
});
