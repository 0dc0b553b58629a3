import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';

import type { LastMessage } from '../../../server/whatsapp/drivers/driver';
import type { Place } from '../../../server/whatsapp/drivers/driver-events';
import { chatsFeature, FOREVER } from '../../../server/whatsapp/drivers/web/worker/chats';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { refusedWith } from './refusals';

const OURS = '15550001111';
const ADA = '15550002222';
const GROUP = '120363000000000001@g.us';
const UNTIL = new Date('2026-12-24T12:00:00.000Z');

let peer: WhatsAppWebPeer;
let linked: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  peer.person(ADA);
  linked = await new LinkedSession(peer, OURS, { features: [chatsFeature] }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
});
beforeEach(() => {
  linked.events.length = 0;
});

const me = () => peer.person(OURS);
const ada = (): Place => ({ type: 'direct', person: { phone: ADA } });
const last = (): LastMessage => ({
  providerMessageId: '3EB0AA',
  isOurs: false,
  sender: { lid: peer.person(ADA).lidJid },
  at: new Date(1_790_000_000_000),
});
const update = (change: object, place: Place = ada(), message: LastMessage | null = last()) =>
  linked.call('chats.update', { place, change, last: message });
/** What the phone learned of the last change. */
const learned = () => me().appState.actions.at(-1);

test('a chat cannot be changed before the phone has shared its key', async () => {
  const { creds } = linked.session.socket.authState;
  await linked.hasKey();
  const key = creds.myAppStateKeyId;
  delete creds.myAppStateKeyId;
  await refusedWith(update({ archived: true }), 'provider_unavailable', 'unavailable');
  if (key !== undefined) creds.myAppStateKeyId = key;
});

test('a chat is archived, pinned, muted, marked and deleted on the phone, under its LID', async () => {
  const jid = peer.person(ADA).lidJid;
  const range = {
    lastMessageTimestamp: expect.anything(),
    messages: [{ key: { remoteJid: jid, id: '3EB0AA', fromMe: false } }],
  };
  const changes: [object, string[], object][] = [
    [{ archived: true }, ['archive', jid], { archiveChatAction: { archived: true, messageRange: range } }],
    [{ archived: false }, ['archive', jid], { archiveChatAction: { archived: false } }],
    [{ pinned: true }, ['pin_v1', jid], { pinAction: { pinned: true } }],
    [{ pinned: false }, ['pin_v1', jid], { pinAction: { pinned: false } }],
    [{ mutedUntil: UNTIL }, ['mute', jid], { muteAction: { muted: true } }],
    [{ mutedUntil: null }, ['mute', jid], { muteAction: { muted: false } }],
    [{ unread: true }, ['markChatAsRead', jid], { markChatAsReadAction: { read: false, messageRange: range } }],
    [{ unread: false }, ['markChatAsRead', jid], { markChatAsReadAction: { read: true } }],
  ];
  for (const [change, index, value] of changes) {
    await update(change);
    expect(learned()).toMatchObject({ index, value });
  }
  await linked.call('chats.delete', { place: ada(), last: last() });
  expect(learned()).toMatchObject({ index: ['deleteChat', jid, '1'], value: { deleteChatAction: {} } });
});

test('a message is deleted on the devices of the account, in a group by its sender', async () => {
  const { sender, providerMessageId, at } = last();
  const remove = (place: Place, isOurs: boolean) =>
    linked.call('chats.deleteMessage', { target: { place, providerMessageId, isOurs, sender }, at });
  const [jid, value] = [
    peer.person(ADA).lidJid,
    { deleteMessageForMeAction: { deleteMedia: true, messageTimestamp: expect.anything() } },
  ];
  await remove(ada(), false);
  expect(learned()).toMatchObject({ index: ['deleteMessageForMe', jid, '3EB0AA', '0', '0'], value });
  await remove({ type: 'group', providerGroupId: GROUP }, false);
  expect(learned()).toMatchObject({ index: ['deleteMessageForMe', GROUP, '3EB0AA', '0', jid], value });
  await remove({ type: 'group', providerGroupId: GROUP }, true);
  expect(learned()).toMatchObject({ index: ['deleteMessageForMe', GROUP, '3EB0AA', '1', '0'], value });
});

test('a mute has its end in milliseconds, and one without an end says so', async () => {
  const end = () => Number(learned()?.value?.muteAction?.muteEndTimestamp);
  await update({ mutedUntil: UNTIL });
  expect(end()).toBe(UNTIL.getTime());
  for (const endless of [FOREVER, new Date('2100-01-01T00:00:00.000Z')]) {
    await update({ mutedUntil: UNTIL });
    await update({ mutedUntil: endless });
    expect(end()).toBe(-1);
  }
});

test('several fields are changed by one call; the newest message of a group names its sender', async () => {
  const before = me().appState.actions.length;
  await update({ archived: true, pinned: true }, { type: 'group', providerGroupId: GROUP });
  expect(me().appState.actions.slice(before)).toMatchObject([
    {
      index: ['archive', GROUP],
      value: { archiveChatAction: { messageRange: { messages: [{ key: { participant: peer.person(ADA).lidJid } }] } } },
    },
    { index: ['pin_v1', GROUP] },
  ]);
  await update({ archived: false }, ada(), null);
  expect(learned()).toMatchObject({ index: ['archive', peer.person(ADA).lidJid] });
});

test('a change by the phone at the same time is no failure', async () => {
  const { appState } = me();
  const accept = appState.accept.bind(appState);
  appState.accept = async (...patch) => {
    appState.accept = accept;
    await me().changesChat({ pin: true }, GROUP);
    return accept(...patch);
  };
  await update({ archived: true });
  expect(learned()).toMatchObject({ index: ['archive', peer.person(ADA).lidJid] });
  await update({ pinned: true });
  expect(learned()).toMatchObject({ value: { pinAction: { pinned: true } } });
});

test('a change that WhatsApp refuses or does not answer is no success, and the next one succeeds', async () => {
  peer.failNext({ xmlns: 'w:sync:app:state' }, 429);
  await refusedWith(update({ pinned: true }), 'provider_rate_limited', 'rate_limited');
  await update({ pinned: false });
  expect(learned()).toMatchObject({ value: { pinAction: { pinned: false } } });
  await refusedWith(
    update({ pinned: true }, { type: 'direct', person: { bsuid: 'US.1' } }),
    'recipient_id_unsupported',
  );
});

test('what the phone changes in a chat is reported', async () => {
  const place = { type: 'direct', person: { lid: peer.person(ADA).lidJid } } as const;
  const messages = [
    {
      key: { remoteJid: peer.person(ADA).lidJid, id: '3EB0AA', fromMe: false },
      messageTimestamp: 1_790_000_000,
    },
  ];
  const changes: [Parameters<ReturnType<typeof me>['changesChat']>[0], object][] = [
    [{ archive: true, lastMessages: messages }, { archived: true }],
    [{ archive: false, lastMessages: messages }, { archived: false }],
    [{ pin: true }, { pinned: true }],
    [{ pin: false }, { pinned: false }],
    [{ mute: UNTIL.getTime() }, { mutedUntil: UNTIL }],
    [{ mute: -1 }, { mutedUntil: FOREVER }],
    [{ mute: null }, { mutedUntil: null }],
    [{ markRead: false, lastMessages: messages }, { unread: true }],
    [{ markRead: true, lastMessages: messages }, { unread: 0 }],
    [{ delete: true, lastMessages: messages }, { deleted: true }],
  ];
  for (const [change, reported] of changes) {
    linked.events.length = 0;
    await me().changesChat(change, ADA);
    expect(await linked.reports('chat')).toEqual({ kind: 'chat', place, ...reported } as never);
  }
});

test('a message does not report a state of its chat', async () => {
  await peer.person(ADA).sendText(OURS, 'Hi');
  await linked.client.receives('Hi');
  await peer.settled();
  await me().changesChat({ pin: true }, ADA);
  await linked.reports('chat');
  expect(linked.events).toMatchObject([{ kind: 'chat', pinned: true }]);
});
