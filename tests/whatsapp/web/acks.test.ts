import { expect, test } from 'bun:test';

import { providerMessageIdOf } from '../../../server/whatsapp/drivers/web/worker/messages/ids';
import { HANGING_MS, until } from '../../support/until';
import { makeNode } from '../../support/whatsapp-web/node';
import { direct, inGroup, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

const SHORT_MS = 300;

test('a message is sent when the server has acknowledged it, under an id of our own', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const job = textJob(direct(ADA), 'Hello');
  const result = await me.send(job);
  expect(result).toEqual({
    outcome: 'sent',
    providerMessageId: providerMessageIdOf(job.messageId, 1),
    recipient: { phone: ADA, lid: ada.lidJid },
  });
  expect(result.providerMessageId).toMatch(/^3EB0[0-9A-F]{18}$/);
  expect(await ada.receivesMessage('Hello')).toMatchObject({ id: result.providerMessageId, from: ME });
  peer.assertClean();
});

test('a retry by a person has another id, a retry of the same attempt the same', () => {
  const first = providerMessageIdOf('msg_1', 1);
  expect(providerMessageIdOf('msg_1', 1)).toBe(first);
  expect(providerMessageIdOf('msg_1', 2)).not.toBe(first);
});

test('without an acknowledgement the result is unknown, and a late one still counts', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), 'first'));
  const answerAgain = peer.ignoreNext({ tag: 'message' });
  const result = await me.send(textJob(direct(ADA), 'Hello'), SHORT_MS);
  answerAgain();
  const id = result.providerMessageId ?? '';
  expect(result.outcome).toBe('unknown');
  expect(me.ofKind('status')).toEqual([]);

  peer.sendNode(ME, makeNode('ack', { class: 'message', id, from: ada.lidJid, t: '1790000000' }));
  const status = await me.reports('status');
  expect(status).toEqual({ kind: 'status', providerMessageId: id, status: 'sent', at: new Date(1_790_000_000_000) });
});

test('a message is not written while the server does not name the devices of the recipient', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer, { defaultQueryTimeoutMs: SHORT_MS });
  const job = textJob({ type: 'direct', person: { phone: ADA, lid: ada.lidJid } }, 'Hello');
  const answerAgain = peer.ignoreNext({ xmlns: 'usync' });
  expect(await me.send(job)).toMatchObject({ outcome: 'not_sent', error: { code: 'provider_unavailable' } });
  answerAgain();
  expect(await me.send(job)).toMatchObject({ outcome: 'sent' });
  expect(await ada.receivesMessage('Hello')).toMatchObject({ id: providerMessageIdOf(job.messageId, 1) });
  expect(ada.received).toHaveLength(1);
});

test('a message on a closed connection is not sent', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), 'first'));
  await me.close();
  expect(await me.send(textJob(direct(ADA), 'second'))).toMatchObject({ outcome: 'not_sent' });
});

test('a connection that closes before the acknowledgement leaves the result unknown', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), 'first'));
  peer.ignoreNext({ tag: 'message' });
  const job = textJob(direct(ADA), 'second');
  const sending = me.send(job, HANGING_MS);
  await until(() => me.written(ada.lidJid, providerMessageIdOf(job.messageId, 1)));
  peer.drop(ME);
  expect(await sending).toMatchObject({ outcome: 'unknown', providerMessageId: expect.any(String) });
});

test('the same job given twice is sent once', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const job = textJob(direct(ADA), 'Hello');
  const [one, two] = await Promise.all([me.send(job), me.send(job)]);
  expect(one).toEqual(two);
  await peer.settled();
  expect(ada.received).toHaveLength(1);
});

const refusals = [
  [479, 'refused', 'provider_rejected'],
  [400, 'refused', 'invalid_parameter'],
  [404, 'refused', 'recipient_unreachable'],
  [429, 'not_sent', 'provider_rate_limited'],
  [500, 'not_sent', 'provider_unavailable'],
  [599, 'refused', 'provider_rejected'],
] as const;

for (const [code, outcome, error] of refusals) {
  test(`the refusal ${code} of the server is ${error}`, async () => {
    const peer = await startPeer();
    peer.person(ADA);
    const me = await linkMe(peer);
    peer.failNext({ tag: 'message' }, code);
    const result = await me.send(textJob(direct(ADA), 'Hello'));
    expect(result).toMatchObject({ outcome, error: { code: error, provider: { name: 'whatsapp_web', code } } });
  });
}

test('a refusal for a stale list of devices makes the next message ask for them again', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), 'first'));
  peer.failNext({ tag: 'message' }, 479);
  await me.send(textJob(direct(ADA), 'second'));
  let asked = 0;
  me.session.socket.ws.on('CB:iq,type:result,usync', () => (asked += 1));
  expect(await me.send(textJob(direct(ADA), 'third'))).toMatchObject({ outcome: 'sent' });
  expect(asked).toBeGreaterThan(0);
});

test('463 to someone new is a restriction of the account, to an old chat a refusal of one message', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  peer.person(BEN);
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), 'first'));
  // The state of the account cannot be read.
  peer.failNext({ xmlns: 'w:mex' }, 500, { times: 4 });
  peer.failNext({ tag: 'message' }, 463);
  expect(await me.send(textJob(direct(ADA), 'second'))).toMatchObject({
    outcome: 'refused',
    error: { code: 'recipient_unreachable', provider: { code: 463 } },
  });
  peer.failNext({ tag: 'message' }, 463);
  const result = await me.send(textJob(direct(BEN), 'Hello'));
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'account_restricted', retryable: false } });
  expect(result.effects).toEqual([
    { kind: 'health', reason: { code: 'account_restricted', active: true, until: null, providerCode: '463' } },
  ]);
});

test('a message to a group that we are not in is refused', async () => {
  const peer = await startPeer();
  const me = await linkMe(peer);
  const result = await me.send(textJob(inGroup('120363000000000000@g.us'), 'Hello'));
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'group_unknown' } });
});
