import type { proto } from 'baileys';

import { lidJid, lidOf, phoneJid, type Addressing } from './address';
import type { Companion } from './companion';
import { InGroup } from './groups/in-group';
import { createGroup } from './groups/members';
import { fileMessage, uploadFile, type FileKind } from './media/files';
import { receiptFrom, type ReceiptType } from './receipts';
import { send, type SendOptions } from './send';
import { PhoneSignal } from './signal';
import type { World } from './world';

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
  readonly signal = new PhoneSignal();
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

  /** Runs the work of one phone after each other: Signal sessions allow no other order. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.work.then(run);
    this.work = done.catch(() => undefined);
    return done;
  }
}
