import type { BinaryNode } from 'baileys';

import { lidJid, phoneJid } from './address';
import type { Connection } from './connection';
import { makeNode } from './node';
import type { Person } from './person';

export interface PreKey {
  id: Buffer;
  value: Buffer;
}

/** The public keys with which others begin a Signal session with a device. */
export interface KeyBundle {
  registrationId: Buffer;
  identity: Buffer;
  signedPreKey: PreKey & { signature: Buffer };
  /** One of the keys that are used once. */
  preKey: PreKey | undefined;
}

interface Pending {
  node: BinaryNode;
  onAcknowledged?: (() => void) | undefined;
}

/** A device that a client linked to the phone of a person. */
export class Companion {
  readonly owner: Person;
  readonly device: number;
  readonly noiseKey: Buffer;
  readonly identity: Buffer;
  connection: Connection | null = null;
  bundle: Omit<KeyBundle, 'preKey'> | null = null;
  preKeys: PreKey[] = [];
  /** The name that it shows to others. */
  pushName: string | null = null;
  hasHistory = false;
  /** The signed identity that it sends with first messages, once it was checked. */
  provenIdentity: Buffer | null = null;
  /** What it got, or will get at its next login, and has not yet acknowledged. */
  private readonly pending = new Map<string, Pending[]>();
  private readonly unannounced = new Set<Companion>();

  constructor(owner: Person, device: number, keys: { noise: Buffer; identity: Buffer }) {
    this.owner = owner;
    this.device = device;
    this.noiseKey = keys.noise;
    this.identity = keys.identity;
  }

  get jid(): string {
    return phoneJid(this.owner.phone, this.device);
  }

  get lid(): string {
    return lidJid(this.owner.lid, this.device);
  }

  takeBundle(): KeyBundle | null {
    return this.bundle && { ...this.bundle, preKey: this.preKeys.shift() };
  }

  /** Sent now or at the next login, and again at each login until it is acknowledged. */
  deliver(node: BinaryNode, onAcknowledged?: () => void): void {
    this.keep(keyOf(node.tag, node.attrs), { node, onAcknowledged });
    this.connection?.send(node);
  }

  /** A message that the client asked for: it still acknowledges the first one, which it could not read. */
  deliverAgain(node: BinaryNode): void {
    this.keep(keyOf(AGAIN, node.attrs), { node });
    this.connection?.send(node);
  }

  /** For what is lost when nobody is there, such as presence. */
  notify(node: BinaryNode): void {
    this.connection?.send(node);
  }

  /** False when nothing of the kind was delivered. */
  acknowledge(tag: string, attrs: BinaryNode['attrs']): boolean {
    const first = keyOf(tag, attrs);
    const key = tag === 'message' && !this.pending.has(first) ? keyOf(AGAIN, attrs) : first;
    const [found, ...others] = this.pending.get(key) ?? [];
    if (others.length === 0) this.pending.delete(key);
    else this.pending.set(key, others);
    found?.onAcknowledged?.();
    return found !== undefined;
  }

  /** Each is acknowledged, also a second request for the same message. */
  private keep(key: string, item: Pending): void {
    this.pending.set(key, [...(this.pending.get(key) ?? []), item]);
  }

  get pendingStanzas(): BinaryNode[] {
    return [...this.pending.values()].flat().map(({ node }) => node);
  }

  /** After the login: what waited. */
  deliverPending(): void {
    const waiting = this.pendingStanzas;
    const count = (tag: string) => String(waiting.filter((node) => node.tag === tag).length);
    if (waiting.length > 0) {
      const preview = makeNode('offline_preview', {
        count: String(waiting.length),
        message: count('message'),
        receipt: count('receipt'),
        notification: count('notification'),
        appdata: '0',
      });
      this.connection?.send(makeNode('ib', { from: 's.whatsapp.net' }, [preview]));
    }
    for (const [index, node] of waiting.entries()) {
      this.connection?.send({ ...node, attrs: { ...node.attrs, offline: String(index) } });
    }
    const done = makeNode('offline', { count: String(waiting.length) });
    this.connection?.send(makeNode('ib', { from: 's.whatsapp.net' }, [done]));
  }

  /** Whether others already know of this device. */
  isKnownTo(other: Companion): boolean {
    return !this.unannounced.has(other);
  }

  hideFrom(other: Companion): void {
    this.unannounced.add(other);
  }

  showTo(other: Companion): void {
    this.unannounced.delete(other);
  }
}

const AGAIN = 'message again';

/** Receipts of several types, people and devices have the same id. Acknowledgements go `to` whom they came `from`. */
const keyOf = (tag: string, { id = '', type = '', participant = '', from, to }: BinaryNode['attrs']): string =>
  tag === 'receipt' ? [tag, id, type, participant, from ?? to].join(' ') : `${tag} ${id}`;
