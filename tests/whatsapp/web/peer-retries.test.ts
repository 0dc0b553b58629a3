import { afterEach, expect, test } from 'bun:test';

import { WAMessageStubType } from 'baileys';

import { forgedProtocolMessages, oddBytes, oddMessages } from '../../support/whatsapp-web/hostile';
import { startWhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient } from '../../support/whatsapp-web/real-client';

const ADA = '15550000001';
const BEN = '15550000002';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function scene() {
  const peer = await startWhatsAppWebPeer();
  stops.push(() => peer.stop());
  const ben = peer.person(BEN);
  const sent = new Map<string, object>();
  const client = new RealClient(peer, ADA, { getMessage: async ({ id }) => sent.get(id ?? '') });
  stops.push(() => client.close());
  await client.connect();
  return { peer, ben, client, sent };
}

test('a phone that cannot read a message asks for it and gets it again', async () => {
  const { peer, ben, client, sent } = await scene();
  ben.unreadableNext = 1;
  sent.set('3EB0AA', { conversation: 'Once more' });
  await client.socket.sendMessage(ben.lidJid, { text: 'Once more' }, { messageId: '3EB0AA' });
  expect(await ben.receivesMessage('3EB0AA')).toMatchObject({ text: 'Once more' });
  expect(ben.received).toHaveLength(1);
  await peer.settled();
  peer.assertClean();
});

test('a phone that asks for a message twice at once gets it twice, and each request is acknowledged', async () => {
  const { peer, ben, client, sent } = await scene();
  sent.set('3EB0AB', { conversation: 'Twice more' });
  await client.socket.sendMessage(ben.lidJid, { text: 'Twice more' }, { messageId: '3EB0AB' });
  await ben.receives(1);
  for (const count of [1, 2]) ben.asksAgain('3EB0AB', count);
  await ben.receives(3);
  await peer.settled();
  await client.socket.sendMessage(ben.lidJid, { text: 'After it' });
  await ben.receivesMessage('After it');
  peer.assertClean();
});

test('a client that cannot read a message asks the phone and gets it again, directly and in a group', async () => {
  const { peer, ben, client } = await scene();
  await ben.sendText(ADA, 'readable');
  await client.receives('readable');
  const id = await ben.sendText(ADA, 'unreadable at first', { undecryptable: true });
  await client.receives('unreadable at first');
  expect(ben.askedFor).toEqual([{ id, count: 1, by: ADA }]);
  const group = ben.createGroup('Two', [ADA]);
  await ben.sendText(group, 'also at first', { undecryptable: true });
  await client.receives('also at first');
  await ben.sendText(group, 'then not');
  await client.receives('then not');
  await peer.settled();
  peer.assertClean();
});

test('messages that stay unreadable are asked for and never come', async () => {
  const { peer, ben, client } = await scene();
  for (let count = 0; count < 5; count += 1) await ben.sendText(ADA, `lost ${count}`, { undecryptable: 'forever' });
  await ben.sendText(ADA, 'at last');
  await peer.world.until(() => ben.askedFor.length >= 5 || undefined, 'each is asked for');
  await peer.settled();
  expect(
    client.messages.filter(({ messageStubType }) => messageStubType === WAMessageStubType.CIPHERTEXT),
  ).toHaveLength(5);
  peer.assertClean();
});

test('forged and odd messages reach a client and are acknowledged', async () => {
  const { peer, ben } = await scene();
  const forged = forgedProtocolMessages(peer.person(ADA));
  expect(forged.length).toBeGreaterThan(20);
  for (const { message } of [...forged, ...oddMessages()]) await ben.send(ADA, message);
  for (const bytes of Object.values(oddBytes())) await ben.send(ADA, {}, { bytes });
  await peer.settled();
});
