import { expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';

import { proto } from 'baileys';

import { storedMessage } from '../../../server/whatsapp/drivers/web/worker/messages/stored-messages';
import { direct, inGroup, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

const { Type } = proto.Message.ProtocolMessage;
const { HistorySyncType: SyncType } = proto.Message;

const history = deflateSync(
  proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    conversations: [
      {
        id: '15558888888@s.whatsapp.net',
        messages: [{ message: { key: { id: '3AH' }, message: { conversation: 'x' } } }],
      },
    ],
  }).finish(),
);
const forgedMessage = proto.WebMessageInfo.encode({
  key: { remoteJid: '15558888888@s.whatsapp.net', fromMe: true, id: '3AFORGED' },
  message: { conversation: 'You never wrote this' },
}).finish();
const mapping = proto.LIDMigrationMappingSyncPayload.encode({
  pnToLidMappings: [{ pn: 15_550_000_003, assignedLid: 666 }],
}).finish();

/** What a hostile contact may put into each kind; the others are sent empty. */
const PAYLOADS: Partial<Record<keyof typeof Type, proto.Message.IProtocolMessage>> = {
  HISTORY_SYNC_NOTIFICATION: {
    historySyncNotification: {
      syncType: SyncType.RECENT,
      progress: 100,
      chunkOrder: 1,
      initialHistBootstrapInlinePayload: history,
    },
  },
  APP_STATE_SYNC_KEY_SHARE: {
    appStateSyncKeyShare: {
      keys: [{ keyId: { keyId: Buffer.from('evil') }, keyData: { keyData: Buffer.alloc(32), timestamp: 1 } }],
    },
  },
  PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE: {
    peerDataOperationRequestResponseMessage: {
      stanzaId: '3A1',
      peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes: forgedMessage } }],
    },
  },
  LID_MIGRATION_MAPPING_SYNC: { lidMigrationMappingSyncMessage: { encodedMappingPayload: mapping } },
  EPHEMERAL_SETTING: { ephemeralExpiration: 60 },
};

test('a protocol message of a contact changes nothing, of whatever kind (CVE-2026-48063)', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  await me.message(await ada.sendText(ME, 'first'));
  await me.message(await ben.sendText(ME, 'first of Ben'));
  const { creds, keys } = me.session.socket.authState;
  const account = () => ({ key: creds.myAppStateKeyId, history: creds.processedHistoryMessages?.length, me: creds.me });
  const before = structuredClone(account());
  let histories = 0;
  me.session.socket.ev.on('messaging-history.set', () => (histories += 1));

  const kinds = Object.keys(Type).filter((name): name is keyof typeof Type => Number.isNaN(Number(name)));
  expect(kinds.length).toBeGreaterThan(20);
  for (const kind of kinds) {
    if (kind === 'REVOKE' || kind === 'MESSAGE_EDIT') continue;
    const protocolMessage = { type: Type[kind], ...PAYLOADS[kind] };
    await ada.send(ME, { protocolMessage });
    await ada.send(ME, { ephemeralMessage: { message: { protocolMessage } } });
  }
  await me.message(await ada.sendText(ME, 'last'));

  expect(me.events.map(({ kind }) => kind)).toEqual(['message', 'message', 'message']);
  expect(account()).toEqual(before);
  expect(histories).toBe(0);
  const share = Buffer.from('evil').toString('base64');
  expect(Object.values(await keys.get('app-state-sync-key', [share])).filter(Boolean)).toEqual([]);
  expect(await me.session.socket.signalRepository.lidMapping.getLIDForPN(ben.jid)).toBe(ben.lidJid);
  expect(JSON.stringify(me.events)).not.toContain('You never wrote this');
  await me.send(textJob(direct(ADA), 'No timer'));
  const { message } = await ada.receivesMessage('No timer');
  expect(message.extendedTextMessage?.contextInfo?.expiration ?? 0).toBe(0);
});

test('the sender of an edit, deletion or reaction is the real one, whatever the message claims', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  const id = await ada.sendText(group.id, 'I pay 10');
  await me.message(id);
  const key = { id, remoteJid: group.id, fromMe: true, participant: ada.lidJid };
  await ben.send(group.id, {
    protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'I pay 1000' } },
  });
  await ben.send(group.id, { protocolMessage: { type: Type.REVOKE, key } });
  await ben.send(group.id, { reactionMessage: { key, text: '👎' } });
  await me.reports('reaction');
  for (const kind of ['edit', 'revoke', 'reaction'] as const) {
    const [event] = me.ofKind(kind);
    expect(event).toMatchObject({ providerMessageId: id, isOurs: false, place: inGroup(group.id) });
    expect(event?.by).toMatchObject({ phone: BEN, lid: ben.lidJid });
  }
});

test('an edit of someone else does not replace a message that arrives with it', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  await me.close();
  const id = await ada.sendText(group.id, 'I pay 10');
  const key = { id, remoteJid: group.id, fromMe: true };
  await ben.send(group.id, {
    protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'I pay 1000' } },
  });
  await me.connect();
  await me.reports('edit');
  expect(await me.message(id)).toMatchObject({ content: { type: 'text', text: 'I pay 10' }, sender: { phone: ADA } });
});

test('a contact who reuses the id of our message does not replace it', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(textJob(direct(ADA), 'Ours'));
  const id = providerMessageId ?? '';
  await ada.sendText(ME, 'Not ours', { id });
  expect(await me.message(id)).toMatchObject({ isEcho: false, content: { text: 'Not ours' } });
  const again = await storedMessage(me.session, { remoteJid: ada.lidJid, fromMe: true, id });
  expect(again?.extendedTextMessage?.text).toBe('Ours');
});

const deep = (levels: number): proto.IMessage =>
  levels === 0 ? { conversation: 'deep' } : { ephemeralMessage: { message: deep(levels - 1) } };

test('huge and malformed contents are cut or reported as unsupported', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const mentionedJid = Array.from({ length: 1000 }, (_, index) => `${index + 1}@lid`);
  const large = await ada.send(ME, {
    extendedTextMessage: { text: 'x'.repeat(300_000), contextInfo: { mentionedJid } },
  });
  const message = await me.message(large);
  expect(message.content.type === 'text' && message.content.text.length).toBe(65_536);
  expect(message.mentions).toHaveLength(256);
  const cards = Array.from({ length: 300 }, () => ({ displayName: 'x', vcard: 'TEL:'.repeat(1000) }));
  const contacts = await me.message(await ada.send(ME, { contactsArrayMessage: { contacts: cards } }));
  expect(contacts.content.type === 'contacts' && contacts.content.contacts.length).toBe(50);
  const id = await ada.send(ME, deep(60));
  expect((await me.message(id)).content.type).toBe('unsupported');
  await ada.send(ME, { reactionMessage: { text: 'x' } });
  await ada.send(ME, { protocolMessage: { type: Type.REVOKE } });
  await ada.send(ME, { pollUpdateMessage: {} });
  await me.message(await ada.sendText(ME, 'Still here'));
});
