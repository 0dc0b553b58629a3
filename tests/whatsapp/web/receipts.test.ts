import { expect, test } from 'bun:test';

import { direct, inGroup, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

test('delivered, read and played are reported for a direct message', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(textJob(direct(ADA), 'Hello'));
  const id = providerMessageId ?? '';
  await ada.receivesMessage(id);
  ada.receipt(id);
  ada.receipt(id, 'read');
  ada.receipt(id, 'played');
  await me.reports('status', ({ status }) => status === 'played');
  expect(me.ofKind('status').map(({ status }) => status)).toEqual(['delivered', 'read', 'played']);
  expect(me.ofKind('status').every((one) => one.providerMessageId === id)).toBe(true);
});

test('in a group, each member reports for itself', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  const { providerMessageId } = await me.send(textJob(inGroup(group.id), 'Hello'));
  const id = providerMessageId ?? '';
  await Promise.all([ada.receivesMessage(id), ben.receivesMessage(id)]);
  ada.receipt(id);
  ben.receipt(id, 'read');
  await me.reports('status', ({ status }) => status === 'read');
  expect(me.ofKind('status').map(({ status, participant }) => [status, participant])).toEqual([
    ['delivered', { lid: ada.lidJid }],
    ['read', { lid: ben.lidJid }],
  ]);
});

test('a message is marked as read at the address that it came from', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Hello', { addressing: 'phone' });
  await me.message(id);
  peer.ignoreNext({ tag: 'receipt', to: ada.lid });
  const target = { place: direct(ADA), providerMessageId: id, isOurs: false, sender: { phone: ADA } };
  await me.call('markRead', { target, typing: true });
  expect(await ada.receivesReceipt(id, 'read')).toMatchObject({ from: ME });
  peer.assertClean();
});

test('typing is shown', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  for (const state of ['typing', 'recording', 'paused'] as const) {
    await me.call('typing', { place: direct(ADA), state, lastInbound: null });
  }
  peer.assertClean();
});

test('what our own devices have read is no receipt of a message of ours', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Hello');
  await me.message(id);
  const { jid } = peer.person(ME);
  peer.sendNode(ME, { tag: 'receipt', attrs: { id, from: jid, recipient: ada.jid, type: 'read-self', t: '1' } });
  await me.message(await ada.sendText(ME, 'Another'));
  expect(me.ofKind('status')).toEqual([]);
});
