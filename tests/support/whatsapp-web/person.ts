import type { ChatModification, proto } from 'baileys';

import { lidJid, lidOf, phoneJid, type Addressing } from './address';
import { AppState } from './app-state';
import { endCall, offerCall, type Call, type CallOptions } from './calls';
import type { Companion } from './companion';
import { InGroup } from './groups/in-group';
import { changeNumber, createGroup } from './groups/members';
import { emptyHistory } from './history';
import { fileMessage, uploadFile, type FileKind } from './media/files';
import { nowInSeconds } from './node';
import { Authenticator } from './pairing/authenticator';
import type { PasskeyPairing } from './pairing/passkey';
import { sendChatState, sendPresence, type ChatState, type SeenChatState } from './presence';
import { receiptFrom, type ReceiptType } from './receipts';
import { askAgain } from './retries';
import { send, sendToOwnDevice, type SendOptions } from './send';
import { PhoneSignal } from './signal';
import { announceCollection } from './stanzas/app-state';
import { changeBlock } from './stanzas/blocklist';
import { announceIdentity } from './stanzas/identity';
import { announceNewChatCap, announceTimelock, type NewChatCap, type Timelock } from './stanzas/mex';
import { announcePicture } from './stanzas/pictures';
import { giveToken } from './stanzas/privacy';
import type { World } from './world';

/** The privacy settings of an account. */
const PRIVACY = ['readreceipts', 'profile', 'status', 'online', 'last', 'groupadd', 'calladd', 'messages'];

export interface ReceivedMessage {
  id: string;
  /** Id of the group, or phone number of the other person. */
  chat: string;
  /** Phone number of the sender. */
  from: string;
  /** The text, or the caption of a file. */
  text: string | null;
  message: proto.IMessage;
  /** The decrypted file, when the message has one and it was sent by a client. */
  file: Buffer | null;
  /** Attributes of the stanza, such as `edit`. */
  attrs: Readonly<Record<string, string>>;
}

export interface ReceivedReceipt {
  ids: string[];
  from: string;
  /** Without a type: delivered. */
  type: string;
  chat: string;
}

/** Somebody with a phone. Clients become linked devices of it; the phone itself is simulated, with real encryption. */
export class Person {
  readonly phone: string;
  readonly lid: string;
  signal = new PhoneSignal();
  readonly companions = new Map<number, Companion>();
  /** What the phone got from clients, also copies of what the own linked devices sent. */
  readonly received: ReceivedMessage[] = [];
  readonly receipts: ReceivedReceipt[] = [];
  /** The name that others see. */
  name: string;
  /** Which receipt the phone sends by itself for a message that it got. */
  autoReceipt: 'none' | 'delivered' | 'read' = 'none';
  /** What happens when somebody adds this person to a group. */
  groupConsent: 'added' | 'asked first' | 'blocked' | 'left recently' = 'added';
  /** Of so many messages of clients from now on the phone reads none, and asks for each again. */
  unreadableNext = 0;
  /** Messages of clients that the phone could not read, and how often it asked for them. */
  readonly unreadable = new Map<string, number>();
  /** Messages that clients could not read and asked this phone for. */
  readonly askedFor: { id: string; count: number; by: string }[] = [];
  /** Ids of the stanzas with which own clients asked for messages that they could not read. */
  readonly placeholdersAsked: string[] = [];
  readonly blocked = new Set<Person>();
  /** The settings that the devices of this person share; `appState.actions` are those of clients. */
  readonly appState = new AppState();
  /** What a client gets when it is linked. */
  history = emptyHistory();
  /** Not every phone sends its history. */
  sendsHistory = true;
  about = '';
  /** As it was uploaded. */
  picture: Buffer | null = null;
  /** Nobody sees the picture or the text about this person. */
  isHidden = false;
  /** Spellings of the number that WhatsApp also takes for it, as in Brazil without the ninth digit. */
  readonly otherNumbers = new Set<string>();
  /** As a client of this person said. */
  isAvailable = false;
  /** Null: nobody may know. */
  presence: 'online' | { lastSeen: string } | null = null;
  /** Who wants to know the presence, and under which address. */
  readonly subscribers = new Map<Companion, string>();
  readonly chatStates: SeenChatState[] = [];
  readonly privacy = new Map(PRIVACY.map((name) => [name, 'all']));
  /** With whom others may begin a chat. */
  readonly tokensGiven = new Map<Person, Buffer>();
  timelock: Timelock = { isActive: false, endsAt: 0, type: 'DEFAULT' };
  newChatCap: NewChatCap = { total: 100, used: 0, status: 'NONE' };
  /** The account demands this passkey of every device that is linked. */
  passkey: Authenticator | null = null;
  /** Whether the demand contains the options; otherwise the client has to ask for them. */
  embedsPasskeyOptions = true;
  /** The last pairing with a passkey; its `code` is what the phone shows. */
  passkeyPairing: PasskeyPairing | null = null;
  private readonly acquaintances = new Set<Person>();
  nextDevice = 1;
  /** Chats and members who have the phone's key for a group. */
  readonly groupKeysSentTo = new Map<string, Set<Companion>>();

  private readonly world: World;
  private work: Promise<unknown> = Promise.resolve();

  constructor(world: World, phone: string) {
    this.world = world;
    this.phone = phone;
    this.lid = lidOf(phone);
    this.name = `Person ${phone}`;
  }

  get jid(): string {
    return phoneJid(this.phone);
  }

  get lidJid(): string {
    return lidJid(this.lid);
  }

  addressed(addressing: Addressing): string {
    return addressing === 'lid' ? this.lidJid : this.jid;
  }

  /** Sends a text to a phone number or a group; the answer is the id of the message. */
  sendText(to: string, text: string, options: SendOptions = {}): Promise<string> {
    return this.send(to, { conversation: text }, options);
  }

  send(to: string, message: proto.IMessage, options: SendOptions = {}): Promise<string> {
    return this.inTurn(() => send(this.world, this, to, message, options));
  }

  /** Uploads a file and sends it; `fields` are those of the message, such as `{ caption: 'Hi', ptt: true }`. */
  async sendFile(to: string, kind: FileKind, bytes: Uint8Array, fields: object = {}, options: SendOptions = {}) {
    const file = await uploadFile(this.world, bytes, kind);
    return this.send(to, fileMessage(kind, file, fields), options);
  }

  /** Creates a group with these people. Answers its id. */
  createGroup(subject: string, phones: string[] = []): string {
    const people = phones.map((phone) => this.world.person(phone));
    return createGroup(this.world, this, subject, people).group.id;
  }

  /** What this person does in a group: `ada.in(group).rename('New')`. */
  in(groupId: string): InGroup {
    const group = this.world.groups.get(groupId);
    if (group === undefined) throw new Error(`there is no group ${groupId}`);
    return new InGroup(this.world, this, group);
  }

  /** Calls a number. `endsCall` hangs up. */
  calls(phone: string, options: CallOptions = {}): Call {
    return offerCall(this.world, this, this.world.person(phone), options);
  }

  endsCall(call: Call, reason: 'hangup' | 'timeout' = 'hangup'): void {
    endCall(this.world, call, reason);
  }

  /** Types or records a message for a number or a group, or stops. */
  types(to: string, state: ChatState = 'composing'): void {
    sendChatState(this.world, this, to, state);
  }

  goesOnline(): void {
    this.presence = 'online';
    sendPresence(this);
  }

  goesOffline(lastSeen = nowInSeconds()): void {
    this.presence = { lastSeen };
    sendPresence(this);
  }

  block(phone: string, action: 'block' | 'unblock' = 'block'): void {
    changeBlock(this.world, this, this.world.person(phone), action);
  }

  /** Registers the number on another phone, which has new keys. */
  changesPhone(): void {
    this.signal = new PhoneSignal();
    this.groupKeysSentTo.clear();
    announceIdentity(this.world, this, this.acquaintances);
  }

  /** The account gets another number, which its groups are told. Answers who it is from now on. */
  changesNumber(phone: string): Person {
    const moved = this.world.person(phone);
    moved.name = this.name;
    for (const group of this.world.groups.values())
      if (group.members.has(this)) changeNumber(this.world, group, this, moved);
    return moved;
  }

  /** Lets a number begin chats with this person. */
  trusts(phone: string): void {
    giveToken(this.world, this, this.world.person(phone));
  }

  /** Changes the picture; null removes it. */
  changesPicture(bytes: Buffer | null): void {
    this.picture = bytes;
    announcePicture(this.world, this, this.world.everyone(), this.addressed(this.world.addressing), this);
  }

  /** Changes a chat, a label or a setting at the phone, for a number, a group, or nobody. */
  async changesChat(change: ChatModification, chat?: string): Promise<void> {
    const isPerson = chat !== undefined && !chat.endsWith('@g.us');
    const jid = isPerson ? this.world.person(chat).addressed(this.world.addressing) : (chat ?? '');
    announceCollection(this.world, this, await this.appState.change(change, jid));
  }

  /** The server restricts the account: it may not begin chats. */
  restrict(timelock: Partial<Timelock>): void {
    this.timelock = { ...this.timelock, ...timelock };
    announceTimelock(this.world, this);
  }

  limitNewChats(cap: Partial<NewChatCap>): void {
    this.newChatCap = { ...this.newChatCap, ...cap };
    announceNewChatCap(this.world, this);
  }

  /** From now on a device is linked only with a passkey, which answers as an authenticator does. */
  requiresPasskey(): Authenticator {
    this.passkey ??= new Authenticator();
    return this.passkey;
  }

  /** A message of the phone for its own linked devices, such as a mapping of LIDs. */
  async tellsOwnDevices(message: proto.IMessage): Promise<void> {
    for (const companion of this.companions.values())
      await this.inTurn(() => sendToOwnDevice(this, companion, message));
  }

  /** Asks the client that sent a message for it again, as if the phone could not read it. */
  asksAgain(id: string, count = 1): void {
    askAgain(this.world, this, id, count);
  }

  /** Tells the sender of messages that they were delivered, read or played. */
  receipt(ids: string | string[], type: ReceiptType = 'delivered'): void {
    receiptFrom(this.world, this, [ids].flat(), type);
  }

  /** Waits until the phone has got so many messages, and answers all of them. */
  receives(count: number): Promise<ReceivedMessage[]> {
    return this.world.until(
      () => (this.received.length >= count ? this.received : undefined),
      `${this.phone} receives ${count} messages, has ${this.received.length}:`,
    );
  }

  /** Waits for a message with this id or text. */
  receivesMessage(idOrText: string): Promise<ReceivedMessage> {
    return this.world.until(
      () => this.received.find(({ id, text }) => id === idOrText || text === idOrText),
      `${this.phone} receives "${idOrText}"`,
    );
  }

  /** Waits for a receipt for this message. */
  receivesReceipt(id: string, type: string): Promise<ReceivedReceipt> {
    return this.world.until(
      () => this.receipts.find((receipt) => receipt.ids.includes(id) && receipt.type === type),
      `${this.phone} gets the receipt ${type} of ${id}`,
    );
  }

  /** One of the two wrote to the other. */
  knows(other: Person): void {
    this.acquaintances.add(other);
    other.acquaintances.add(this);
  }

  hasChatWith(other: Person): boolean {
    return this.acquaintances.has(other);
  }

  /** Runs the work of one phone after each other: Signal sessions allow no other order. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.work.then(run);
    this.work = done.catch(() => undefined);
    return done;
  }
}
