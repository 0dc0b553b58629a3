import { afterEach, expect, test } from 'bun:test';

import type { BaileysEventMap } from 'baileys';

import { startWhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient, errorOf } from '../../support/whatsapp-web/real-client';

const ADA = '15550000001';
const BEN = '15550000002';
const CEM = '15550000003';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type EventName = keyof BaileysEventMap;

async function scene(prepare?: (peer: Awaited<ReturnType<typeof startWhatsAppWebPeer>>) => void) {
  const peer = await startWhatsAppWebPeer();
  stops.push(() => peer.stop());
  const [me, ben, cem] = [peer.person(ADA), peer.person(BEN), peer.person(CEM)];
  prepare?.(peer);
  const events: { [K in EventName]?: BaileysEventMap[K][] } = {};
  const client = new RealClient(peer, ADA).onSocket(({ ev }) => {
    ev.process((batch) => {
      for (const [name, event] of Object.entries(batch)) {
        const list: unknown[] = (events[name as 'call'] ??= []);
        list.push(event);
      }
      peer.world.changed();
    });
  });
  stops.push(() => client.close());
  await client.connect();
  /** Waits for an event of this kind that the check accepts. */
  const event = <K extends EventName>(name: K, check: (event: BaileysEventMap[K]) => boolean = () => true) =>
    peer.world.until(() => events[name]?.find(check), `the event ${name}`);
  return { peer, me, ben, cem, client, socket: client.socket, event };
}

test('a call is offered, rejected and ended', async () => {
  const { peer, ben, socket, event } = await scene();
  const call = ben.calls(ADA, { isVideo: true });
  const [offer] = await event('call', ([one]) => one?.status === 'offer');
  expect(offer).toMatchObject({ id: call.id, isVideo: true, from: ben.lidJid });
  await socket.rejectCall(call.id, ben.lidJid);
  expect(call.rejectedBy).toEqual([ADA]);
  const missed = ben.calls(ADA);
  ben.endsCall(missed, 'timeout');
  await event('call', ([one]) => one?.id === missed.id && one.status === 'timeout');
  await peer.settled();
  peer.assertClean();
});

test('presence and typing go both ways', async () => {
  const { peer, ben, socket, event } = await scene();
  await socket.presenceSubscribe(ben.lidJid);
  await peer.world.until(() => ben.subscribers.size > 0 || undefined, 'the client subscribes');
  ben.goesOnline();
  await event('presence.update', ({ presences }) => presences[ben.lidJid]?.lastKnownPresence === 'available');
  ben.types(ADA, 'recording');
  await event('presence.update', ({ presences }) => presences[ben.lidJid]?.lastKnownPresence === 'recording');
  ben.goesOffline('1700000000');
  await event('presence.update', ({ presences }) => presences[ben.lidJid]?.lastSeen === 1_700_000_000);
  await socket.sendPresenceUpdate('composing', ben.lidJid);
  await peer.world.until(() => ben.chatStates[0], 'typing is seen');
  expect(ben.chatStates).toEqual([{ from: ADA, chat: ADA, state: 'composing' }]);
  peer.assertClean();
});

test('profile, pictures, texts about people and the block list are read and changed', async () => {
  const { peer, me, ben, cem, socket, event } = await scene();
  await socket.updateProfileStatus('Busy');
  expect(me.about).toBe('Busy');
  ben.about = 'Here';
  cem.isHidden = true;
  expect(await socket.fetchStatus(ben.lidJid, cem.lidJid)).toMatchObject([
    { status: { status: 'Here' } },
    { status: { status: '' } },
  ]);
  ben.changesPicture(Buffer.from([0xff, 0xd8, 0xff, 0]));
  await event('contacts.update', ([contact]) => contact?.imgUrl === 'changed');
  expect(await socket.profilePictureUrl(ben.lidJid)).toStartWith('https://pps.whatsapp.net/');
  expect(await errorOf(socket.profilePictureUrl(cem.lidJid))).toContain('not-authorized');
  expect(await errorOf(socket.profilePictureUrl(me.lidJid))).toContain('item-not-found');
  await socket.onWhatsApp(BEN);
  await ben.sendText(ADA, 'before the block');
  await event('messages.upsert', ({ messages }) => messages[0]?.message?.conversation === 'before the block');
  await socket.updateBlockStatus(ben.lidJid, 'block');
  expect(await socket.fetchBlocklist()).toEqual([ben.lidJid]);
  await socket.updateBlockStatus(ben.lidJid, 'unblock');
  expect(me.blocked.size).toBe(0);
  me.block(CEM);
  await event('blocklist.update', ({ blocklist, type }) => blocklist[0] === cem.lidJid && type === 'add');
  await peer.settled();
  peer.assertClean();
});

test('changes of chats and labels go both ways, with MACs that are checked', async () => {
  const { peer, me, ben, socket, event } = await scene();
  const lastMessages = [{ key: { remoteJid: ben.lidJid, id: 'A', fromMe: true }, messageTimestamp: 1_700_000_000 }];
  await socket.chatModify({ archive: true, lastMessages }, ben.lidJid);
  await socket.chatModify({ pin: true }, ben.lidJid);
  await socket.chatModify({ mute: 8 * 3_600_000 }, ben.lidJid);
  await socket.updateProfileName('Ada L.');
  await socket.addLabel(ben.lidJid, { id: '1', name: 'New', color: 3 });
  await socket.addChatLabel(ben.lidJid, '1');
  expect(me.appState.actions.map(({ index }) => index)).toEqual([
    ['archive', ben.lidJid],
    ['pin_v1', ben.lidJid],
    ['mute', ben.lidJid],
    ['setting_pushName'],
    ['label_edit', '1'],
    ['label_jid', '1', ben.lidJid],
  ]);
  expect(me.appState.actions[0]?.value?.archiveChatAction?.archived).toBe(true);
  await me.changesChat({ mute: 3_600_000 }, BEN);
  await event('chats.update', ([chat]) => chat?.id === ben.lidJid && Boolean(chat.muteEndTime));
  await socket.chatModify({ pin: false }, ben.lidJid);
  expect(me.appState.actions.at(-1)?.value?.pinAction?.pinned).toBe(false);
  await peer.settled();
  peer.assertClean();
});

test('history comes in parts, with names, addresses and progress', async () => {
  const { peer, ben, cem, socket, event } = await scene((world) => {
    world.person(ADA).history = {
      chats: [
        { with: BEN, messages: [{ from: BEN, text: 'old', at: 1_700_000_000 }], unread: 1, isArchived: true },
        { with: CEM, messages: [{ from: ADA, text: 'older', at: 1_600_000_000 }] },
      ],
      pushNames: { [BEN]: 'Benny' },
      parts: 1,
      finalProgress: 100,
    };
  });
  const { chats } = await event('messaging-history.set', (part) => part.chats.some(({ id }) => id === ben.lidJid));
  expect(chats.find(({ id }) => id === ben.lidJid)).toMatchObject({ archived: true, unreadCount: 1 });
  for (const text of ['old', 'older'])
    await event('messaging-history.set', ({ messages }) =>
      messages.some(({ message }) => message?.conversation === text),
    );
  await event('messaging-history.set', ({ contacts }) => contacts.some(({ notify }) => notify === 'Benny'));
  await event('messaging-history.status', ({ status }) => status === 'complete');
  expect(await socket.signalRepository.lidMapping.getLIDForPN(cem.jid)).toBe(cem.lidJid);
  await peer.settled();
  peer.assertClean();
});

test('a restricted account begins no chat, and is notified of the restriction', async () => {
  const { peer, me, ben, cem, socket, event } = await scene();
  await ben.sendText(ADA, 'Hi');
  await event('messages.upsert');
  me.restrict({ isActive: true, endsAt: 2_000_000_000, type: 'BIZ_QUALITY' });
  await event('connection.update', ({ reachoutTimeLock }) => reachoutTimeLock?.isActive === true);
  me.limitNewChats({ status: 'CAPPED', used: 100 });
  await event('message-capping.update', ({ capping_status: status }) => String(status) === 'CAPPED');
  expect(await socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true });
  expect(await socket.fetchNewChatMessageCap()).toMatchObject({ total_quota: 100, used_quota: 100 });
  const answer = await socket.sendMessage(ben.lidJid, { text: 'an old chat' });
  await ben.receivesMessage(answer?.key.id ?? '');
  await socket.sendMessage(cem.lidJid, { text: 'a new chat' });
  await event('messages.update', ([one]) => one?.update.messageStubParameters?.[0] === '463');
  cem.trusts(ADA);
  await peer.settled();
  await socket.sendMessage(cem.lidJid, { text: 'with a token' });
  await cem.receivesMessage('with a token');
  peer.assertClean();
});
