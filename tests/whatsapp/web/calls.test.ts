import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';

import { callsFeature } from '../../../server/whatsapp/drivers/web/worker/calls';
import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { refusedWith } from './refusals';

const OURS = '15550001111';
const REJECTING = '15550007777';
const ADA = '15550002222';
const BOB = '15550003333';
const GROUP = '120363000000000001@g.us';
const TEXT = 'Please write instead: https://example.com/contact';

let peer: WhatsAppWebPeer;
let ours: LinkedSession;
let rejecting: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  for (const phone of [ADA, BOB]) peer.person(phone);
  ours = await new LinkedSession(peer, OURS, { features: [callsFeature] }).connect();
  const options = { rejectCalls: true, rejectCallMessage: TEXT };
  rejecting = await new LinkedSession(peer, REJECTING, {
    features: [callsFeature, messagesFeature],
    options,
  }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await ours.close();
  await rejecting.close();
  await peer.stop();
});
beforeEach(() => {
  ours.events.length = 0;
  rejecting.events.length = 0;
});

const person = (phone: string) => ({ phone, lid: peer.person(phone).lidJid });
const call = (from: string, to: string, id: string, more: object = {}) => peer.person(from).calls(to, { id, ...more });
const rejected = (id: string) => peer.world.rejectedCalls.filter((one) => one.id === id);

test('a call is reported when it comes and when it ends', async () => {
  const video = call(ADA, OURS, 'CALL1', { isVideo: true });
  const offered = {
    kind: 'call',
    person: person(ADA),
    providerCallId: 'CALL1',
    isVideo: true,
    status: 'offer',
    rejected: false,
    at: expect.any(Date),
  } as const;
  expect(await ours.reports('call')).toEqual(offered);
  peer.person(ADA).endsCall(video, 'timeout');
  const ended = await ours.reports('call', ({ status }) => status !== 'offer');
  expect(ended).toMatchObject({ person: person(ADA), status: 'timeout', isVideo: true, rejected: false });
  expect(rejected('CALL1')).toEqual([]);
});

test('a call in a group names the group', async () => {
  call(ADA, OURS, 'CALL2', { groupId: GROUP });
  expect(await ours.reports('call')).toMatchObject({ providerGroupId: GROUP, isVideo: false });
});

test('a call is rejected by a call of the API', async () => {
  await ours.call('calls.reject', { providerCallId: 'CALL3', who: person(ADA) });
  expect(rejected('CALL3')).toEqual([{ id: 'CALL3', caller: peer.person(ADA) }]);
  const end = peer.ignoreNext({ tag: 'call' });
  const unanswered = ours.call('calls.reject', { providerCallId: 'CALL4', who: person(ADA) });
  await refusedWith(unanswered, 'provider_unavailable', 'timeout');
  end();
});

test('calls are rejected when the settings say so; the caller gets the text once, without a preview of its link', async () => {
  call(ADA, REJECTING, 'CALL5');
  expect(await rejecting.reports('call')).toMatchObject({ status: 'offer', rejected: true });
  expect(rejected('CALL5')).toHaveLength(1);
  const { message } = await peer.person(ADA).receivesMessage(TEXT);
  expect(message.extendedTextMessage?.title).toBeFalsy();
  const echo = await rejecting.reports('message');
  expect(echo).toMatchObject({
    isEcho: true,
    place: { type: 'direct', person: person(ADA) },
    content: { type: 'text', text: TEXT },
    providerMessageId: peer.person(ADA).received[0]?.id,
  });

  call(ADA, REJECTING, 'CALL6');
  await rejecting.reports('call', ({ providerCallId }) => providerCallId === 'CALL6');
  call(BOB, REJECTING, 'CALL7');
  await peer.person(BOB).receivesMessage(TEXT);
  expect(peer.person(ADA).received).toHaveLength(1);
});

test('a call that could not be rejected is reported as not rejected', async () => {
  peer.failNext({ tag: 'call' }, 500);
  call(ADA, REJECTING, 'CALL8');
  expect(await rejecting.reports('call')).toMatchObject({ providerCallId: 'CALL8', rejected: false });
});

test('a call that came while the instance was away is reported, and too late to be rejected', async () => {
  await rejecting.close();
  call(ADA, REJECTING, 'CALL9');
  await rejecting.connect();
  expect(await rejecting.reports('call')).toMatchObject({ providerCallId: 'CALL9', status: 'offer', rejected: false });
  await peer.settled();
  expect(rejected('CALL9')).toEqual([]);
});
