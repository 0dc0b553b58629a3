import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';

import { makeNode, nowInSeconds } from '../../support/whatsapp-web/node';
import type { WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import type { MessageSession } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

/** A message that nobody can decrypt, as the server would pass it on. */
function sendUnreadable(peer: WhatsAppWebPeer, from: string, id: string, group?: string): void {
  const { lidJid, jid } = peer.person(from);
  const direct = peer.world.addressing === 'lid' ? { from: lidJid, sender_pn: jid } : { from: jid, sender_lid: lidJid };
  const sender = group === undefined ? direct : { from: group, participant: lidJid, participant_pn: jid };
  const attrs = { id, ...sender, addressing_mode: peer.world.addressing, type: 'text', t: nowInSeconds() };
  peer.sendNode(ME, makeNode('message', attrs, [makeNode('enc', { v: '2', type: 'msg' }, randomBytes(80))]));
}

const hasSession = async ({ session }: MessageSession, jid: string): Promise<boolean> =>
  (await session.socket.signalRepository.validateSession(jid)).exists;

test('an undecryptable message is reported as such, and its content when it comes again', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  sendUnreadable(peer, ADA, '3AUNREADABLE');
  expect(await me.message('3AUNREADABLE')).toMatchObject({
    content: { type: 'undecryptable' },
    sender: { phone: ADA, lid: ada.lidJid },
  });
  await ada.sendText(ME, 'Readable now', { id: '3AUNREADABLE' });
  const again = await me.message('3AUNREADABLE', ({ content }) => content.type === 'text');
  expect(again.content).toEqual({ type: 'text', text: 'Readable now' });
});

test('twenty undecryptable messages in a row end the session with that device alone, and ask for new keys', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer, { retryRequestDelayMs: 0 });
  for (const one of [ada, ben]) await me.message(await one.sendText(ME, 'Hello'));
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  expect(await hasSession(me, ada.lidJid)).toBe(true);

  for (let count = 1; count <= 20; count += 1) sendUnreadable(peer, ADA, `3AGARBAGE${count}`, group.id);
  await peer.world.until(
    () => me.logged.includes('session with a device ended') || undefined,
    'the session with the device ends',
  );
  expect(await hasSession(me, ada.lidJid)).toBe(false);
  expect(await hasSession(me, ben.lidJid)).toBe(true);
  await peer.settled();
  const requests = (id: string) => ada.receipts.filter(({ type, ids }) => type === 'retry' && ids.includes(id)).length;
  expect(requests('3AGARBAGE20')).toBe(requests('3AGARBAGE19') + 1);
  expect(me.ofKind('message').filter(({ content }) => content.type === 'undecryptable')).toHaveLength(20);
  // The log says it at the first, the tenth and the twentieth.
  expect(me.logged.filter((text) => text === 'messages cannot be decrypted')).toHaveLength(3);
  await me.message(await ben.sendText(ME, 'Still here'), ({ content }) => content.type === 'text');
});

test('a session that is stored under the LID is ended for a person who writes by number', async () => {
  const peer = await startPeer({ addressing: 'phone' });
  const ada = peer.person(ADA);
  const me = await linkMe(peer, { retryRequestDelayMs: 0 });
  await me.message(await ada.sendText(ME, 'Hello'));
  await me.session.socket.signalRepository.lidMapping.getLIDForPN(ada.jid);
  expect(await hasSession(me, ada.lidJid)).toBe(true);
  for (let count = 1; count <= 20; count += 1) sendUnreadable(peer, ADA, `3ABYNUMBER${count}`);
  await peer.world.until(
    () => me.logged.includes('session with a device ended') || undefined,
    'the session with the device ends',
  );
  expect(await hasSession(me, ada.lidJid)).toBe(false);
});

test('a message that is decrypted begins the count again', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer, { retryRequestDelayMs: 0 });
  await me.message(await ada.sendText(ME, 'Hello'));
  for (let count = 1; count <= 19; count += 1) sendUnreadable(peer, ADA, `3AFIRST${count}`);
  await me.message('3AFIRST19');
  await me.message(await ada.sendText(ME, 'In between'));
  for (let count = 1; count <= 19; count += 1) sendUnreadable(peer, ADA, `3ASECOND${count}`);
  await me.message('3ASECOND19');
  expect(await hasSession(me, ada.lidJid)).toBe(true);
});

test('media that can be viewed once on the phone only is reported without its content', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const attrs = { id: '3AONCE', from: ada.lidJid, sender_pn: ada.jid, type: 'media', t: nowInSeconds() };
  peer.sendNode(ME, makeNode('message', attrs, [makeNode('unavailable', { type: 'view_once' })]));
  expect((await me.message('3AONCE')).content).toEqual({
    type: 'unsupported',
    provider_type: 'view_once',
    reason: 'Media that can be viewed once is shown on the phone only.',
  });
});
