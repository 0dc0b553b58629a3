/**
 * A WhatsApp Web server for tests, at a loopback address. Real clients (baileys) are linked to it and talk through it.
 * It shares its codecs with baileys, so it proves a driver, not the protocol. `process.ts` runs it as a process.
 *
 *     const peer = await startWhatsAppWebPeer();
 *     peer.url, peer.root, peer.mediaUrl             // where clients connect: the `TestPeer` of the driver
 *     peer.assertClean();                            // throws what clients did that WhatsApp does not expect
 *     await peer.settled();                          // clients acknowledged everything that they got
 *     await peer.stop();
 *
 * Linking. The promises resolve when the client is linked, which then connects again by itself.
 *
 *     await peer.scan(qr, '15550001111');            // the phone of that number scans the QR code of a client
 *     await peer.enterCode(code, '15550001111');     // or its pairing code is entered there
 *     me.history = { chats: [...], ... };            // before: what the phone sends then
 *     me.sendsHistory = false;                       // or it sends none
 *     const passkey = me.requiresPasskey();          // before: linking takes `passkey.assert(options)` as well
 *     peer.unlink('15550001111');                    // the phone removes its linked devices
 *
 * People have simulated phones with real encryption. Numbers that no test named are not on WhatsApp.
 *
 *     const ada = peer.person('15550002222');
 *     await ada.sendText(to, 'Hi');                  // to a number or a group; answers the id; `send` takes any content
 *     await ada.sendFile(to, 'image', bytes, { caption: 'Hi' });
 *     await ada.receives(2);                         // all in `ada.received`, decrypted; or `receivesMessage(id or text)`
 *     ada.receipt(id, 'read');                       // or `ada.autoReceipt = 'read'`: nothing is sent by itself
 *     await me.sendText(to, 'Hi');                   // the own phone writes, and its clients get a copy
 *     const call = ada.calls(to);                    // `ada.endsCall(call)`, `call.rejectedBy`
 *     ada.types(to, 'recording');                    // `ada.chatStates`, `goesOnline()`, `goesOffline()`
 *     ada.changesPhone(); ada.changesNumber(phone);  // new keys; a new number, of which groups are told
 *     ada.about = 'Hi'; ada.picture; ada.isHidden; ada.block(phone); ada.trusts(phone);
 *     me.appState.actions                            // archive, pin, mute, labels ... of clients, with checked MACs
 *     await me.changesChat({ mute: 8_000 }, phone);  // the same at the phone
 *
 *     const id = ada.createGroup('Friends', [phone]);
 *     ada.in(id).rename('New');                      // add, remove, promote, demote, leave, describe, set, join ...
 *     ada.groupConsent = 'asked first';              // she cannot be added: 403 with an invitation
 *     peer.group(id)                                 // the group as the server has it
 *
 * Faults.
 *
 *     peer.failNext({ tag: 'message' }, 463);        // the next such stanza is refused
 *     peer.ignoreNext({ xmlns: 'usync' });           // such stanzas are not answered, until the returned function is called
 *     peer.freeze(); peer.thaw();                    // connections are open but carry nothing
 *     peer.closeAll(503); peer.drop(); peer.sendGarbage(); peer.failLogins(405);
 *     peer.refuseConnections(); peer.refusePairing();
 *     const admit = peer.holdConnections();          // new ones wait; `peer.world.waiting` counts them
 *     peer.media.failNext('GET', { kind: 'corrupted' });
 *     peer.media.remove(directPath);                 // `peer.media.reupload` says what the phone does then
 *     ada.sendText(to, 'Hi', { undecryptable: true }); ada.unreadableNext = 1;
 *     me.restrict({ isActive: true, endsAt });       // no new chats; `me.limitNewChats({ status: 'CAPPED' })`
 *     hostile.ts                                     // forged protocol messages, files of other hosts, odd messages
 *
 * Never `expect(...).rejects` with a client in the same process: see `errorOf` in `real-client.ts`.
 */
import './quiet';
import { randomBytes } from 'node:crypto';

import type { BinaryNode } from 'baileys';

import type { Addressing } from './address';
import type { Connection } from './connection';
import type { Group } from './groups/group';
import type { StanzaMatch } from './interventions';
import type { MediaStore } from './media/store';
import { makeNode } from './node';
import { enterPairingCode } from './pairing/code';
import { scanQr } from './pairing/qr';
import type { Person } from './person';
import { startServer, type PeerServer } from './server';
import { World } from './world';

export interface PeerOptions {
  /** 0 for any free one. */
  port?: number;
  addressing?: Addressing;
}

export class WhatsAppWebPeer {
  readonly world: World;
  private readonly server: PeerServer;

  constructor(options: PeerOptions = {}) {
    this.world = new World({ addressing: options.addressing ?? 'lid' });
    this.server = startServer(this.world, options.port ?? 0);
  }

  /** WebSocket address for clients. */
  get url(): string {
    return `ws://127.0.0.1:${this.server.port}/ws/chat`;
  }

  /** Public key of its certificate authority, base64. */
  get root(): string {
    return Buffer.from(this.world.authority.rootKey).toString('base64');
  }

  /** Base URL of its media store. */
  get mediaUrl(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** What clients did that WhatsApp does not expect. */
  get faults(): readonly string[] {
    return this.world.faults;
  }

  /** The phone of this number scans a QR code. Resolves when the client is linked; it then connects again by itself. */
  scan(rawQr: string, phone: string): Promise<string> {
    return scanQr(this.world, rawQr, phone);
  }

  group(id: string): Group {
    const group = this.world.groups.get(id);
    if (group === undefined) throw new Error(`there is no group ${id}`);
    return group;
  }

  /** Somebody enters the code of a client at the phone of this number. Throws when it is the wrong code. */
  enterCode(code: string, phone: string): Promise<string> {
    return enterPairingCode(this.world, code, phone);
  }

  /** The files of messages, and faults of their downloads and uploads. */
  get media(): MediaStore {
    return this.world.media;
  }

  person(phone: string): Person {
    return this.world.person(phone);
  }

  /** Waits until a linked device of this number is connected. */
  isOnline(phone: string): Promise<true> {
    return this.world.until(() => this.connectionsOf(phone).length > 0 || undefined, `${phone} is online`);
  }

  /** Waits until everything that was delivered to connected clients is acknowledged. */
  settled(): Promise<true> {
    const isPending = () => this.world.companions().some((one) => one.connection && one.pendingStanzas.length > 0);
    return this.world.until(() => !isPending() || undefined, 'everything is acknowledged');
  }

  /** Refuses the next such stanzas with an error code. Returns a function that ends it. */
  failNext(match: StanzaMatch, code: number, { times = 1, attrs = {} } = {}): () => void {
    return this.world.interventions.plan(match, { kind: 'refuse', code, attrs }, times);
  }

  /** Does not answer the next such stanzas. Returns a function that ends it. */
  ignoreNext(match: StanzaMatch, { times = Infinity } = {}): () => void {
    return this.world.interventions.plan(match, { kind: 'ignore' }, times);
  }

  /** Keeps the connections open and answers nothing; of one number, or of all. */
  freeze(phone?: string): void {
    for (const connection of this.connectionsOf(phone)) connection.isFrozen = true;
  }

  thaw(phone?: string): void {
    for (const connection of this.connectionsOf(phone)) connection.isFrozen = false;
  }

  /** Ends the sessions with a stream error, such as 401, 440, 500, 503 or 515. */
  closeAll(code: number, phone?: string): void {
    const children = conflictOf(code);
    for (const connection of this.connectionsOf(phone)) connection.endStream(code === 440 ? null : code, children);
  }

  /** Refuses the next logins with this reason: 401, 402, 403, 405, 406, 411 … */
  failLogins(reason: number, { times = 1, attrs = {} } = {}): void {
    this.world.loginFailures.push(...Array.from({ length: times }, () => ({ reason, attrs })));
  }

  /** Cuts the connections of a number, or all, without a word. */
  drop(phone?: string): void {
    for (const connection of this.connectionsOf(phone)) connection.cut();
  }

  /** A frame that no key opens. */
  sendGarbage(phone?: string, bytes: Uint8Array = randomBytes(64)): void {
    for (const connection of this.connectionsOf(phone)) connection.sendGarbage(bytes);
  }

  /** Any stanza, as it is, to the clients of a number. */
  sendNode(phone: string, node: BinaryNode): void {
    for (const connection of this.connectionsOf(phone)) connection.send(node);
  }

  /** New connections wait until the returned function is called. */
  holdConnections(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.world.entry = promise;
    return resolve;
  }

  /** New connections get HTTP 503. */
  refuseConnections(): void {
    this.world.isRefusing = true;
  }

  /** Closes connections of clients that are not linked, before their first QR code. */
  refusePairing(): void {
    this.world.isRefusingPairing = true;
  }

  /** Links devices to an account that did not sign for them. */
  forgeAccounts(): void {
    this.world.isForgingAccounts = true;
  }

  acceptConnections(): void {
    this.world.isRefusing = false;
  }

  /** The phone removes its linked devices. */
  unlink(phone: string): void {
    for (const companion of this.person(phone).companions.values()) {
      this.person(phone).companions.delete(companion.device);
      companion.connection?.endStream(401, [makeNode('conflict', { type: 'device_removed' })]);
    }
  }

  assertClean(): void {
    if (this.faults.length > 0)
      throw new Error(`Clients did what WhatsApp does not expect:\n${this.faults.join('\n')}`);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private connectionsOf(phone?: string): Connection[] {
    return [...this.world.connections].filter(
      ({ companion }) => phone === undefined || companion?.owner.phone === phone,
    );
  }
}

export const startWhatsAppWebPeer = async (options: PeerOptions = {}): Promise<WhatsAppWebPeer> =>
  new WhatsAppWebPeer(options);

function conflictOf(code: number): BinaryNode[] {
  if (code === 440) return [makeNode('conflict', { type: 'replaced' })];
  return code === 401 ? [makeNode('conflict', { type: 'device_removed' })] : [];
}
