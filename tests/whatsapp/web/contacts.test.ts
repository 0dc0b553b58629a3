import { afterAll, beforeAll, expect, test } from 'bun:test';

import { contactsFeature } from '../../../server/whatsapp/drivers/web/worker/contacts';
import { makeNode } from '../../support/whatsapp-web/node';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { refusedWith } from './refusals';

const OURS = '15550001111';
const ADA = '15550002222';
const BOB = '15550003333';
const BRAZILIAN = '551199990000';
const NOBODY = '15550009999';

let peer: WhatsAppWebPeer;
let linked: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  for (const phone of [ADA, BOB, BRAZILIAN]) peer.person(phone);
  linked = await new LinkedSession(peer, OURS, { features: [contactsFeature] }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
});

const IDENTITY = makeNode('identity');
const person = (phone: string) => ({ phone, lid: peer.person(phone).lidJid });
const notify = (attrs: Record<string, string>, content: ReturnType<typeof makeNode>[]) =>
  linked.deliver(makeNode('notification', { id: `n${peer.world.freshId()}`, t: '1790000000', ...attrs }, content));

test('numbers are checked in the order of the request, and unknown ones are not on WhatsApp', async () => {
  expect(await linked.call('contacts.check', { phones: [NOBODY, BOB, NOBODY, ADA] })).toEqual([
    { exists: false, person: { phone: NOBODY } },
    { exists: true, person: person(BOB) },
    { exists: false, person: { phone: NOBODY } },
    { exists: true, person: person(ADA) },
  ]);
  expect(await linked.call('contacts.check', { phones: [] })).toEqual([]);
});

test('a number that WhatsApp knows in another spelling is found under its own', async () => {
  peer.person(BRAZILIAN).otherNumbers.add('5511999990000');
  expect(await linked.call('contacts.check', { phones: ['5511999990000', ADA] })).toEqual([
    { exists: true, person: person(BRAZILIAN) },
    { exists: true, person: person(ADA) },
  ]);
});

test('a check without an answer is no result', async () => {
  const end = peer.ignoreNext({ xmlns: 'usync' });
  await refusedWith(linked.call('contacts.check', { phones: [ADA] }), 'provider_unavailable', 'timeout');
  end();
});

test('the picture and the text of a person are read, unless the person hides them', async () => {
  const profile = peer.person(ADA);
  const read = async () => [
    await linked.call('contacts.picture', { who: { phone: ADA } }),
    await linked.call('contacts.about', { who: person(ADA) }),
  ];
  expect(await read()).toEqual([null, null]);
  Object.assign(profile, { about: 'At the lake', picture: Buffer.from('a picture') });
  expect(await read()).toEqual([`https://pps.whatsapp.net/${ADA}.jpg`, 'At the lake']);
  profile.isHidden = true;
  expect(await read()).toEqual([null, null]);
  profile.isHidden = false;
  peer.failNext({ xmlns: 'w:profile:picture' }, 429);
  const picture = linked.call('contacts.picture', { who: { phone: ADA } });
  await refusedWith(picture, 'provider_rate_limited', 'rate_limited');
});

test('a person is blocked and unblocked under any address', async () => {
  const { blocked } = peer.person(OURS);
  const ada = peer.person(ADA);
  await linked.call('contacts.block', { who: { phone: ADA }, blocked: true });
  expect([...blocked]).toEqual([ada]);
  await linked.call('contacts.block', { who: { lid: ada.lidJid }, blocked: false });
  expect([...blocked]).toEqual([]);
  await linked.call('contacts.block', { who: { lid: ada.lidJid }, blocked: true });
  expect([...blocked]).toEqual([ada]);
  await linked.call('contacts.block', { who: { phone: ADA }, blocked: false });
  await refusedWith(linked.call('contacts.block', { who: { phone: NOBODY }, blocked: true }), 'not_on_whatsapp');
  await refusedWith(
    linked.call('contacts.block', { who: { bsuid: 'US.1' }, blocked: true }),
    'recipient_id_unsupported',
  );
});

test('what the phone blocks is reported, also when it did so while the client was away', async () => {
  const bob = peer.person(BOB);
  const { blocked } = peer.person(OURS);
  const change = (action: string) =>
    notify({ type: 'account_sync', from: peer.person(OURS).jid }, [
      makeNode('blocklist', {}, [makeNode('item', { action, jid: bob.lidJid })]),
    ]);
  const isReported = (isBlocked: boolean) =>
    linked.reports('contact', (event) => event.person.lid === bob.lidJid && event.isBlocked === isBlocked);
  change('block');
  await isReported(true);
  change('unblock');
  await isReported(false);

  await linked.close();
  linked.events.length = 0;
  blocked.add(bob);
  await linked.connect();
  await isReported(true);
  await linked.close();
  linked.events.length = 0;
  blocked.delete(bob);
  await linked.connect();
  await isReported(false);
});

test('a LID and a phone number of one person are reported once, wherever they are learned', async () => {
  linked.events.length = 0;
  const cleo = peer.person('15550005555');
  await linked.session.socket.signalRepository.lidMapping.getLIDForPN(cleo.jid);
  await linked.reports('contact', (event) => event.person.lid === cleo.lidJid);
  await cleo.sendText(OURS, 'Hi');
  await linked.client.receives('Hi');
  const pairs = linked.events.filter((event) => event.kind === 'contact' && event.person.lid === cleo.lidJid);
  expect(pairs.filter((event) => event.kind === 'contact' && event.person.name === undefined)).toEqual([
    { kind: 'contact', person: { phone: '15550005555', lid: cleo.lidJid } },
  ]);
});

test('a name in the address book of the phone is reported until the person’s own is known', async () => {
  await linked.hasKey();
  const contact = {
    fullName: 'Dora from work',
    lidJid: peer.person('15550006666').lidJid,
    saveOnPrimaryAddressbook: true,
  };
  await peer.person(OURS).changesChat({ contact }, '15550006666');
  const { person: reported } = await linked.reports('contact', (event) => event.person.placeholderName !== undefined);
  expect(reported).toMatchObject({ lid: peer.person('15550006666').lidJid, placeholderName: 'Dora from work' });
});

test('a changed picture is read again', async () => {
  const ada = peer.person(ADA);
  ada.picture = Buffer.from('another picture');
  notify({ type: 'picture', from: ada.lidJid }, [makeNode('set', { jid: ada.lidJid, id: '7' })]);
  const url = `https://pps.whatsapp.net/${ADA}.jpg`;
  await linked.reports('contact', (event) => event.pictureUrl === url);
  ada.picture = null;
  notify({ type: 'picture', from: ada.lidJid }, [makeNode('delete', { jid: ada.lidJid })]);
  await linked.reports('contact', (event) => event.pictureUrl === null);
});

test('another phone of a person is reported, a linked device and the own phone are not', async () => {
  const ada = peer.person(ADA);
  await ada.sendText(OURS, 'From the first phone');
  const before = linked.events.length;
  for (const from of [`${ADA}:7@s.whatsapp.net`, peer.person(OURS).jid]) notify({ type: 'encrypt', from }, [IDENTITY]);
  ada.changesPhone();
  await linked.reports('contact', ({ identityChanged }) => identityChanged === true);
  const changed = linked.events.slice(before).filter((event) => 'identityChanged' in event);
  expect(changed).toEqual([{ kind: 'contact', person: { lid: ada.lidJid }, identityChanged: true }]);
  await ada.sendText(OURS, 'From the second phone');
  await peer.settled();
});
