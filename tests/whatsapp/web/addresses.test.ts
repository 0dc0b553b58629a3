import { expect, test } from 'bun:test';

import {
  addressOf,
  completed,
  isSamePerson,
  personAt,
  placeOf,
} from '../../../server/whatsapp/drivers/web/worker/addresses';
import { direct, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

test('JIDs become addresses, without their device', () => {
  expect(addressOf('15550000002:0@s.whatsapp.net')).toEqual({ phone: ADA });
  expect(addressOf('15550000002_1:33@c.us')).toEqual({ phone: ADA });
  expect(addressOf('99:7@lid')).toEqual({ lid: '99@lid' });
  for (const jid of ['status@broadcast', '1@newsletter', '0@s.whatsapp.net', 'x@lid', '', null]) {
    expect(addressOf(jid)).toBeUndefined();
  }
  expect(personAt('99@lid', '15550000002@s.whatsapp.net')).toEqual({ lid: '99@lid', phone: ADA });
  expect(placeOf('1-2@g.us')).toEqual({ type: 'group', providerGroupId: '1-2@g.us' });
  expect(isSamePerson({ phone: ADA, lid: '1@lid' }, { lid: '1@lid' })).toBe(true);
  expect(isSamePerson({ phone: ADA }, { lid: '1@lid' })).toBe(false);
});

test('a direct message goes to the LID, which is asked for if only the number is known', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const result = await me.send(textJob(direct(ADA), 'Hello'));
  expect(result.recipient).toEqual({ phone: ADA, lid: ada.lidJid });
  expect(peer.world.messages.get(result.providerMessageId ?? '')?.chat).toBe(ada.lidJid);
  expect(await completed(me.session, { lid: ada.lidJid })).toEqual({ phone: ADA, lid: ada.lidJid });
});

test('a number that is not on WhatsApp is refused before anything is sent to it', async () => {
  const peer = await startPeer();
  const me = await linkMe(peer);
  const result = await me.send(textJob(direct('15559999999'), 'Hello'));
  expect(result).toMatchObject({ outcome: 'refused', providerMessageId: null, error: { code: 'not_on_whatsapp' } });
  peer.assertClean();
});

test('a number is checked before its first message only', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  let checks = 0;
  const { socket } = me.session;
  const check = socket.onWhatsApp.bind(socket);
  socket.onWhatsApp = (...phones) => {
    checks += 1;
    return check(...phones);
  };
  for (const text of ['first', 'second'])
    expect(await me.send(textJob(direct(ADA), text))).toMatchObject({ outcome: 'sent' });
  expect(checks).toBe(1);
});

test('an unanswered check of a number is no proof: the message waits', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer, { defaultQueryTimeoutMs: 300 });
  peer.ignoreNext({ xmlns: 'usync' });
  const result = await me.send(textJob(direct(ADA), 'Hello'));
  expect(result).toMatchObject({ outcome: 'not_sent', error: { code: 'provider_unavailable', retryable: true } });
});

test('someone who hides the number is answered', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Hello', { hidesAlternative: true });
  const { place } = await me.message(id);
  expect(place).toMatchObject({ type: 'direct', person: { lid: ada.lidJid } });
  expect(await me.send(textJob(place, 'Hi'))).toMatchObject({ outcome: 'sent' });
  expect(await ada.receivesMessage('Hi')).toMatchObject({ from: ME });
});

test('a person stays one when the chat moves from the number to the LID', async () => {
  const peer = await startPeer({ addressing: 'phone' });
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const first = await me.message(await ada.sendText(ME, 'By number'));
  const second = await me.message(await ada.sendText(ME, 'By LID', { addressing: 'lid' }));
  for (const { place, sender } of [first, second]) {
    expect(place).toMatchObject({ type: 'direct', person: { phone: ADA, lid: ada.lidJid } });
    expect(sender).toMatchObject({ phone: ADA, lid: ada.lidJid });
  }
});

test('a person without an address that WhatsApp Web knows is refused', async () => {
  const peer = await startPeer();
  peer.person(BEN);
  const me = await linkMe(peer);
  const result = await me.send(textJob({ type: 'direct', person: { bsuid: 'DE.1' } }, 'Hello'));
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'recipient_id_unsupported' } });
});
