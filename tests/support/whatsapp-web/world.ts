import type { BinaryNode } from 'baileys';

import { readAddress, type Addressing } from './address';
import type { Call } from './calls';
import { createCertificateAuthority } from './certificates';
import type { Companion } from './companion';
import type { Connection } from './connection';
import type { Group } from './groups/group';
import { Interventions } from './interventions';
import { MediaStore } from './media/store';
import { describeNode } from './node';
import type { CodePairing } from './pairing/code';
import { Person } from './person';
import type { SentByPhone } from './send';

/** A message that a client sent and the server accepted. */
export interface AcceptedMessage {
  /** Milliseconds since 1970. */
  at: number;
  id: string;
  sender: Companion;
  /** The address that the client wrote to. */
  chat: string;
  addressing: Addressing;
}

export interface WorldOptions {
  /** How the server names the sender of a direct message and the members of new groups. */
  addressing: Addressing;
}

/** Everything that the test server knows. */
export class World {
  readonly authority = createCertificateAuthority();
  readonly interventions = new Interventions();
  readonly connections = new Set<Connection>();
  /** Who waits for a QR code to be scanned, by the ref in it. */
  readonly refs = new Map<string, Connection>();
  /** By phone number. */
  readonly codePairings = new Map<string, CodePairing>();
  /** By ref: the address of the device, or why it was not linked. */
  readonly codeOutcomes = new Map<string, string | Error>();
  readonly groups = new Map<string, Group>();
  readonly rejectedCalls: { id: string; caller: Person }[] = [];
  readonly calls = new Map<string, Call>();
  readonly messages = new Map<string, AcceptedMessage>();
  /** Messages that somebody could not read and asked for again. */
  private readonly askedAgain = new Set<string>();
  readonly media = new MediaStore((text) => this.fault(text));
  /** Host and port of the media store. */
  mediaHost = '';
  /** Ids of the messages whose file a client asked for again. */
  readonly mediaRetries: string[] = [];
  /** By id. */
  readonly sentByPhones = new Map<string, SentByPhone>();
  /** What clients did that WhatsApp does not expect. */
  readonly faults: string[] = [];
  /** Why the next logins are refused. */
  readonly loginFailures: { reason: number; attrs: Record<string, string> }[] = [];
  /** A client needs the token of a person to begin a chat. */
  requiresTokens = false;
  /** How often clients logged in. */
  logins = 0;
  /** How often a login ended an older connection of the same device. */
  replacements = 0;
  /** New connections get 503. */
  isRefusing = false;
  /** New connections wait for it. */
  entry: Promise<void> = Promise.resolve();
  /** How many wait. */
  waiting = 0;
  /** New devices get an account signature that nobody made. */
  isForgingAccounts = false;
  /** Clients that are not linked are cut off before they get a QR code. */
  isRefusingPairing = false;
  addressing: Addressing;

  private readonly people = new Map<string, Person>();
  private readonly peopleByLid = new Map<string, Person>();
  private readonly listeners = new Set<() => void>();
  private nextId = 1;

  constructor(options: WorldOptions) {
    this.addressing = options.addressing;
  }

  /** The person with this number, who is on WhatsApp from now on. */
  person(phone: string): Person {
    const known = this.people.get(phone);
    if (known !== undefined) return known;
    const person = new Person(this, phone);
    this.people.set(phone, person);
    this.peopleByLid.set(person.lid, person);
    return person;
  }

  everyone(): Person[] {
    return [...this.people.values()];
  }

  companions(): Companion[] {
    return this.everyone().flatMap((person) => [...person.companions.values()]);
  }

  /** Undefined for numbers that nobody introduced: they are not on WhatsApp. */
  find(jid: string | undefined): Person | undefined {
    const address = readAddress(jid);
    if (address === null) return undefined;
    if (address.addressing === 'phone') return this.people.get(address.user);
    return this.peopleByLid.get(address.user);
  }

  /** The phone of a person, one of the linked devices, or nothing. */
  findDevice(jid: string | undefined): Person | Companion | undefined {
    const person = this.find(jid);
    const device = readAddress(jid)?.device ?? 0;
    return device === 0 ? person : person?.companions.get(device);
  }

  fault(text: string, node?: BinaryNode): void {
    this.faults.push(node === undefined ? text : `${text}: ${describeNode(node)}`);
    this.changed();
  }

  /** Whether somebody sent a message with this id, a client or a phone. */
  knowsMessage(id: string | null | undefined): boolean {
    return typeof id === 'string' && (this.messages.has(id) || this.sentByPhones.has(id));
  }

  expectResend(id: string): void {
    this.askedAgain.add(id);
  }

  isResendExpected(id: string): boolean {
    return this.askedAgain.has(id);
  }

  freshId(): string {
    return String(this.nextId++);
  }

  /** Says that something happened that a test may wait for. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Resolves with the first value that is not undefined. */
  async until<T>(look: () => T | undefined, what: string, timeoutMs = 50_000): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const check = (): void => {
      try {
        const value = look();
        if (value !== undefined) resolve(value);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(() => {
      reject(new Error(`${what} never happened. ${this.faults.join('; ')}`));
    }, timeoutMs);
    this.listeners.add(check);
    check();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.listeners.delete(check);
    }
  }
}
