import { proto } from 'baileys';

import type { StanzaMatch } from './interventions';
import type { FileKind } from './media/files';
import type { MediaFault } from './media/store';
import type { WhatsAppWebPeer } from './peer';
import type { ReceiptType } from './receipts';
import type { SendOptions } from './send';

type Peer = WhatsAppWebPeer;
/** A number; without one, every client. */
type Whose = { phone?: string };

/** What another process may have a peer do, by HTTP. Inputs and answers are JSON; bytes are as `BufferJSON` writes them. */
export const commands = {
  scan: (peer: Peer, { qr, phone }: { qr: string; phone: string }) => peer.scan(qr, phone),
  enterCode: (peer: Peer, { code, phone }: { code: string; phone: string }) => peer.enterCode(code, phone),
  introduce: (peer: Peer, { phone, name }: { phone: string; name?: string }) => {
    const person = peer.person(phone);
    if (name !== undefined) person.name = name;
    return { phone, lid: person.lid };
  },
  sendText: (peer: Peer, input: { from: string; to: string; text: string; options?: SendOptions }) =>
    peer.person(input.from).sendText(input.to, input.text, input.options),
  send: (peer: Peer, input: { from: string; to: string; message: object; options?: SendOptions }) =>
    peer.person(input.from).send(input.to, proto.Message.fromObject(input.message), input.options),
  sendFile: (
    peer: Peer,
    input: { from: string; to: string; kind: FileKind; bytes: Uint8Array; fields?: object; options?: SendOptions },
  ) => peer.person(input.from).sendFile(input.to, input.kind, input.bytes, input.fields, input.options),
  failMedia: (peer: Peer, input: { method: 'GET' | 'POST'; fault: MediaFault; times?: number }) =>
    peer.media.failNext(input.method, input.fault, { times: input.times ?? 1 }),
  removeMedia: (peer: Peer, { directPath }: { directPath: string }) => peer.media.remove(directPath),
  mediaRequests: (peer: Peer) => peer.media.requests,
  received: (peer: Peer, { phone }: { phone: string }) =>
    peer.person(phone).received.map(({ message, ...rest }) => ({ ...rest, message: toObject(message) })),
  receipts: (peer: Peer, { phone }: { phone: string }) => peer.person(phone).receipts,
  receipt: (peer: Peer, input: { from: string; ids: string[]; type: ReceiptType }) =>
    peer.person(input.from).receipt(input.ids, input.type),
  answerWith: (peer: Peer, input: { phone: string; receipt: 'none' | 'delivered' | 'read' }) => {
    peer.person(input.phone).autoReceipt = input.receipt;
  },
  failNext: (peer: Peer, input: { match: StanzaMatch; code: number; times?: number }) => {
    peer.failNext(input.match, input.code, { times: input.times ?? 1 });
  },
  ignoreNext: (peer: Peer, input: { match: StanzaMatch; times: number }) => {
    peer.ignoreNext(input.match, { times: input.times });
  },
  failLogins: (peer: Peer, input: { reason: number; times?: number }) =>
    peer.failLogins(input.reason, { times: input.times ?? 1 }),
  freeze: (peer: Peer, { phone }: Whose) => peer.freeze(phone),
  thaw: (peer: Peer, { phone }: Whose) => peer.thaw(phone),
  drop: (peer: Peer, { phone }: Whose) => peer.drop(phone),
  closeAll: (peer: Peer, { code, phone }: Whose & { code: number }) => peer.closeAll(code, phone),
  sendGarbage: (peer: Peer, { phone }: Whose) => peer.sendGarbage(phone),
  unlink: (peer: Peer, { phone }: { phone: string }) => peer.unlink(phone),
  refuseConnections: (peer: Peer) => peer.refuseConnections(),
  acceptConnections: (peer: Peer) => peer.acceptConnections(),
  online: (peer: Peer) =>
    peer.world
      .companions()
      .filter(({ connection }) => connection !== null)
      .map(({ jid }) => jid),
  faults: (peer: Peer) => peer.faults,
};

export type Commands = typeof commands;

const toObject = (message: proto.IMessage): Record<string, unknown> =>
  proto.Message.toObject(proto.Message.fromObject(message), { longs: Number });
