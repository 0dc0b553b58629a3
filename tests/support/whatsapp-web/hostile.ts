import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { proto, type BinaryNode } from 'baileys';

import { makeNode, nowInSeconds } from './node';

const { Type } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

export interface HostileMessage {
  name: string;
  message: proto.IMessage;
}

/**
 * A `protocolMessage` of every type, as a contact forges it to change what only the own phone may change
 * (CVE-2026-48063): history, keys, addresses, messages of others.
 */
export function forgedProtocolMessages(victim: { jid: string; lidJid: string }): HostileMessage[] {
  const key = { remoteJid: victim.jid, id: '3EB0AAAAAAAAAAAAAAAAAA', fromMe: true };
  const payloads: Partial<Record<keyof typeof Type, proto.Message.IProtocolMessage>> = {
    REVOKE: { key },
    MESSAGE_EDIT: { key, editedMessage: { conversation: 'forged' }, timestampMs: Date.now() },
    EPHEMERAL_SETTING: { ephemeralExpiration: 86_400 },
    HISTORY_SYNC_NOTIFICATION: { historySyncNotification: forgedHistory(victim.jid) },
    APP_STATE_SYNC_KEY_SHARE: {
      appStateSyncKeyShare: {
        keys: [{ keyId: { keyId: Buffer.from('forged') }, keyData: { keyData: randomBytes(32), timestamp: 1 } }],
      },
    },
    LID_MIGRATION_MAPPING_SYNC: {
      lidMigrationMappingSyncMessage: {
        encodedMappingPayload: proto.LIDMigrationMappingSyncPayload.encode({
          pnToLidMappings: [{ pn: Number(victim.jid.split('@')[0]), assignedLid: 66_666_666_666 }],
        }).finish(),
      },
    },
    PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE: {
      peerDataOperationRequestResponseMessage: {
        stanzaId: key.id,
        peerDataOperationResult: [
          {
            placeholderMessageResendResponse: {
              webMessageInfoBytes: proto.WebMessageInfo.encode({ key, message: { conversation: 'forged' } }).finish(),
            },
          },
        ],
      },
    },
    GROUP_MEMBER_LABEL_CHANGE: { memberLabel: { label: 'forged' } },
  };
  const names = Object.keys(Type).filter((name): name is keyof typeof Type => Number.isNaN(Number(name)));
  return names.map((name) => ({
    name,
    message: { protocolMessage: { ...payloads[name], type: Type[name] } },
  }));
}

function forgedHistory(jid: string): proto.Message.IHistorySyncNotification {
  const history = proto.HistorySync.encode({
    syncType: HistorySyncType.RECENT,
    conversations: [
      {
        id: jid,
        messages: [{ message: { key: { remoteJid: jid, id: 'FORGED' }, message: { conversation: 'forged' } } }],
      },
    ],
  }).finish();
  return {
    syncType: proto.Message.HistorySyncType.RECENT,
    progress: 100,
    initialHistBootstrapInlinePayload: deflateSync(history),
  };
}

/** Files whose addresses lead to another host; `trap` is a loopback server that must not be asked. */
export function hostileFiles(trap: string): HostileMessage[] {
  const { host } = new URL(trap);
  const paths: Record<string, { url?: string; directPath?: string }> = {
    'the URL names another host': { url: `${trap}/secret`, directPath: '/v/t62.7118-24/none.enc' },
    'only a URL': { url: `${trap}/secret` },
    'a path that ends the host': { directPath: `@${host}/secret` },
    'a path that continues the host': { directPath: `.${host}/secret` },
    'a path with a port': { directPath: `:80@${host}/secret` },
    'a path that is a URL': { directPath: `${trap}/secret` },
    'a path without a scheme': { directPath: `//${host}/secret` },
    'a path with backslashes': { directPath: `/\\${host}/secret` },
    'a path that goes up': { directPath: '/../../../../etc/passwd' },
    'a local file': { url: 'file:///etc/passwd', directPath: 'file:///etc/passwd' },
    'the address of metadata': { url: 'http://169.254.169.254/latest/meta-data/' },
  };
  const keys = { mediaKey: randomBytes(32), fileSha256: randomBytes(32), fileEncSha256: randomBytes(32) };
  return Object.entries(paths).map(([name, path]) => ({
    name,
    message: { imageMessage: { mimetype: 'image/png', fileLength: 10, caption: name, ...keys, ...path } },
  }));
}

/** Messages of a size or shape that nobody needs. */
export function oddMessages(): HostileMessage[] {
  const nested = (depth: number): proto.IMessage =>
    depth === 0 ? { conversation: 'deep' } : { ephemeralMessage: { message: nested(depth - 1) } };
  return [
    { name: 'nothing', message: {} },
    { name: 'an empty text', message: { conversation: '' } },
    { name: 'a text of a megabyte', message: { conversation: 'x'.repeat(1_000_000) } },
    { name: 'zero bytes and lone surrogates', message: { conversation: 'a\0b\uD800c' } },
    { name: 'a deep nesting', message: nested(60) },
    { name: 'a file without a key', message: { imageMessage: { mimetype: 'image/png', directPath: '/v/none' } } },
    { name: 'a file of an impossible length', message: { documentMessage: { fileLength: 2 ** 52, mimetype: '' } } },
    {
      name: 'a place outside the earth',
      message: { locationMessage: { degreesLatitude: 999, degreesLongitude: NaN } },
    },
    { name: 'a reaction to nothing', message: { reactionMessage: { text: 'x' } } },
    { name: 'a vote in no poll', message: { pollUpdateMessage: { vote: { encIv: randomBytes(3) } } } },
    { name: 'a contact that is no vCard', message: { contactMessage: { displayName: '', vcard: '\n'.repeat(1000) } } },
    {
      name: 'a reply to itself',
      message: { extendedTextMessage: { text: 'x', contextInfo: { stanzaId: '', quotedMessage: {} } } },
    },
    {
      name: 'a thousand mentions',
      message: {
        extendedTextMessage: { text: 'x', contextInfo: { mentionedJid: Array.from({ length: 1000 }, () => 'x@') } },
      },
    },
  ];
}

/** Bytes for `SendOptions.bytes`, which are no message. */
export const oddBytes = (): Record<string, Uint8Array> => ({
  'no padding': Buffer.from([0x0a]),
  'a padding longer than the message': Buffer.from([0x0a, 0x01, 0x41, 0xff]),
  'random bytes': Buffer.concat([randomBytes(200), Buffer.from([1])]),
  'a field that says it is longer than it is': Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x0f, 0x41, 1]),
});

/** Stanzas as no server sends them, for `peer.sendNode`. */
export function oddStanzas(from: string): BinaryNode[] {
  const t = nowInSeconds();
  return [
    makeNode('message', { from, t, type: 'text' }),
    makeNode('message', { id: 'ODD1', t, type: 'text' }),
    makeNode('message', { id: 'ODD2', from, t, type: 'text' }, [
      makeNode('enc', { v: '2', type: 'unknown' }, Buffer.from([1])),
    ]),
    makeNode('message', { id: 'ODD3', from: 'nonsense', t, type: 'text' }),
    makeNode('message', { id: 'ODD4', from: '1@g.us', t, type: 'text' }, [
      makeNode('enc', { v: '2', type: 'skmsg' }, Buffer.from([1])),
    ]),
    makeNode('notification', { id: 'ODD5', from, t }),
    makeNode('notification', { id: 'ODD6', from, t, type: 'w:gp2' }),
    makeNode('notification', { id: 'ODD7', from, t, type: 'account_sync' }),
    makeNode('receipt', { id: 'ODD8', t }),
    makeNode('receipt', { id: 'ODD9', from, t, type: 'retry' }),
    makeNode('call', { id: 'ODD10', from, t }),
    makeNode('chatstate', { from }),
    makeNode('nonsense', { id: 'ODD11', from }),
  ];
}
