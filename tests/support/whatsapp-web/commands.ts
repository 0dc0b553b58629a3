import { proto, type ChatModification } from 'baileys';

import type { CallOptions } from './calls';
import { groupCommands } from './groups/commands';
import { sendHistory, type History } from './history';
import { forgedProtocolMessages, hostileFiles, oddBytes, oddMessages } from './hostile';
import type { StanzaMatch } from './interventions';
import type { FileKind } from './media/files';
import type { MediaFault } from './media/store';
import type { PasskeyOptions } from './pairing/authenticator';
import type { WhatsAppWebPeer } from './peer';
import type { ChatState } from './presence';
import type { ReceiptType } from './receipts';
import type { SendOptions } from './send';
import type { NewChatCap, Timelock } from './stanzas/mex';

type Peer = WhatsAppWebPeer;
/** A number; without one, every client. */
type Whose = { phone?: string };
type Phone = { phone: string };

/** What another process may have a peer do, by HTTP. Inputs and answers are JSON; bytes are as `BufferJSON` writes them. */
export const commands = {
  ...groupCommands,

  scan: (peer: Peer, { qr, phone }: Phone & { qr: string }) => peer.scan(qr, phone),
  enterCode: (peer: Peer, { code, phone }: Phone & { code: string }) => peer.enterCode(code, phone),
  requirePasskey: (peer: Peer, { phone }: Phone) => void peer.person(phone).requiresPasskey(),
  /** What the authenticator of the account answers to the options that the client got. */
  assertPasskey: (peer: Peer, { phone, options }: Phone & { options: PasskeyOptions }) =>
    peer.person(phone).requiresPasskey().assert(options),
  passkeyCode: (peer: Peer, { phone }: Phone) => peer.person(phone).passkeyPairing?.code ?? null,
  setHistory: (peer: Peer, { phone, history }: Phone & { history: History }) => {
    peer.person(phone).history = history;
  },
  /** Also later than right after the linking. */
  sendHistory: async (peer: Peer, { phone, history }: Phone & { history: History }) => {
    for (const companion of peer.person(phone).companions.values()) await sendHistory(peer.world, companion, history);
  },
  /** From now on the number is on WhatsApp. */
  introduce: (peer: Peer, { phone, ...profile }: Phone & { name?: string; about?: string; isHidden?: boolean }) => {
    const person = Object.assign(peer.person(phone), profile);
    return { phone, lid: person.lid, name: person.name };
  },

  sendText: (peer: Peer, input: { from: string; to: string; text: string; options?: SendOptions }) =>
    peer.person(input.from).sendText(input.to, input.text, input.options),
  send: (peer: Peer, input: { from: string; to: string; message: object; options?: SendOptions }) =>
    peer.person(input.from).send(input.to, proto.Message.fromObject(input.message), input.options),
  sendFile: (
    peer: Peer,
    input: { from: string; to: string; kind: FileKind; bytes: Uint8Array; fields?: object; options?: SendOptions },
  ) => peer.person(input.from).sendFile(input.to, input.kind, input.bytes, input.fields, input.options),
  /** So many texts, one after the other: "<text> 0", "<text> 1" … Answers their ids. */
  sendMany: async (
    peer: Peer,
    input: { from: string; to: string; text: string; count: number; options?: SendOptions },
  ) => {
    const ids: string[] = [];
    for (let index = 0; index < input.count; index += 1)
      ids.push(await peer.person(input.from).sendText(input.to, `${input.text} ${index}`, input.options));
    return ids;
  },
  /** Everything that a hostile contact may try: forged, odd and unreadable messages, and files of the host `trap`. */
  attack: async (peer: Peer, { from, to, trap }: { from: string; to: string; trap: string }) => {
    const attacker = peer.person(from);
    const messages = [...forgedProtocolMessages(peer.person(to)), ...hostileFiles(trap), ...oddMessages()];
    for (const { message } of messages) await attacker.send(to, message);
    for (const bytes of Object.values(oddBytes())) await attacker.send(to, {}, { bytes });
    return messages.map(({ name }) => name);
  },
  received: (peer: Peer, { phone }: Phone) =>
    peer.person(phone).received.map(({ message, ...rest }) => ({ ...rest, message: toObject(message) })),
  receipts: (peer: Peer, { phone }: Phone) => peer.person(phone).receipts,
  receipt: (peer: Peer, input: { from: string; ids: string[]; type: ReceiptType }) =>
    peer.person(input.from).receipt(input.ids, input.type),
  answerWith: (peer: Peer, input: Phone & { receipt: 'none' | 'delivered' | 'read' }) => {
    peer.person(input.phone).autoReceipt = input.receipt;
  },

  call: (peer: Peer, { from, to, options }: { from: string; to: string; options?: CallOptions }) =>
    peer.person(from).calls(to, options).id,
  rejectedCalls: (peer: Peer) => peer.world.rejectedCalls.map(({ id, caller }) => ({ id, caller: caller.phone })),
  types: (peer: Peer, { from, to, state }: { from: string; to: string; state: ChatState }) =>
    peer.person(from).types(to, state),
  chatStates: (peer: Peer, { phone }: Phone) => peer.person(phone).chatStates,
  changeChat: (peer: Peer, { phone, change, chat }: Phone & { change: ChatModification; chat?: string }) =>
    peer.person(phone).changesChat(change, chat),
  appStateActions: (peer: Peer, { phone }: Phone) =>
    peer.person(phone).appState.actions.map(({ collection, index }) => ({ collection, index })),
  block: (peer: Peer, { phone, other, action }: Phone & { other: string; action: 'block' | 'unblock' }) =>
    peer.person(phone).block(other, action),
  blocked: (peer: Peer, { phone }: Phone) => [...peer.person(phone).blocked].map((person) => person.phone),
  restrict: (peer: Peer, { phone, timelock }: Phone & { timelock: Partial<Timelock> }) =>
    peer.person(phone).restrict(timelock),
  capNewChats: (peer: Peer, { phone, cap }: Phone & { cap: Partial<NewChatCap> }) =>
    peer.person(phone).limitNewChats(cap),

  failNext: (peer: Peer, input: { match: StanzaMatch; code: number; times?: number }) => {
    peer.failNext(input.match, input.code, { times: input.times ?? 1 });
  },
  ignoreNext: (peer: Peer, input: { match: StanzaMatch; times: number }) => {
    peer.ignoreNext(input.match, { times: input.times });
  },
  failLogins: (peer: Peer, input: { reason: number; times?: number }) =>
    peer.failLogins(input.reason, { times: input.times ?? 1 }),
  failMedia: (peer: Peer, input: { method: 'GET' | 'POST'; fault: MediaFault; times?: number }) =>
    peer.media.failNext(input.method, input.fault, { times: input.times ?? 1 }),
  removeMedia: (peer: Peer, { directPath }: { directPath: string }) => peer.media.remove(directPath),
  mediaRequests: (peer: Peer) => peer.media.requests,
  freeze: (peer: Peer, { phone }: Whose) => peer.freeze(phone),
  thaw: (peer: Peer, { phone }: Whose) => peer.thaw(phone),
  drop: (peer: Peer, { phone }: Whose) => peer.drop(phone),
  closeAll: (peer: Peer, { code, phone }: Whose & { code: number }) => peer.closeAll(code, phone),
  sendGarbage: (peer: Peer, { phone }: Whose) => peer.sendGarbage(phone),
  unlink: (peer: Peer, { phone }: Phone) => peer.unlink(phone),
  refuseConnections: (peer: Peer) => peer.refuseConnections(),
  acceptConnections: (peer: Peer) => peer.acceptConnections(),
  refusePairing: (peer: Peer) => peer.refusePairing(),
  online: (peer: Peer) =>
    peer.world
      .companions()
      .filter(({ connection }) => connection !== null)
      .map(({ jid }) => jid),
  /** Stanzas that the clients of a number have not yet acknowledged. */
  pending: (peer: Peer, { phone }: Phone) =>
    [...peer.person(phone).companions.values()].flatMap(({ jid, pendingStanzas }) =>
      pendingStanzas.map(({ tag, attrs }) => ({ to: jid, tag, id: attrs['id'], from: attrs['from'] })),
    ),
  stats: (peer: Peer) => ({
    connections: peer.world.connections.size,
    accepted: peer.world.messages.size,
    logins: peer.world.logins,
    replacements: peer.world.replacements,
  }),
  /** Messages of clients that the server accepted, and when it did. */
  accepted: (peer: Peer) => [...peer.world.messages.values()].map(({ id, at }) => ({ id, at })),
  faults: (peer: Peer) => peer.faults,
};

export type Commands = typeof commands;

const toObject = (message: proto.IMessage): Record<string, unknown> =>
  proto.Message.toObject(proto.Message.fromObject(message), { longs: Number });
