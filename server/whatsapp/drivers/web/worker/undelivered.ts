import type { BinaryNode } from 'baileys';

import { HOUR_MS, SECOND_MS } from '../../../../../shared/durations';
import type { KeyChange, InstanceStore } from './store/session-store';

const TYPE = 'undelivered-message';
/** Reported messages are kept for this time, since their receipts may be lost with the connection. */
const RECEIPT_MS = 10 * SECOND_MS;
/** For this time after a start, WhatsApp may resend what an earlier process left. */
const LEFT_MS = HOUR_MS;

export interface SocketMessages {
  arrived(stanza: BinaryNode): void;
  find(ciphertext: Uint8Array): Uint8Array | undefined;
  add(ciphertext: Uint8Array, plaintext: Uint8Array): void;
  /** The messages are reported, and with them everything that the socket decrypted before. */
  delivered(ids: readonly (string | null | undefined)[]): void;
}

/** Decrypted messages whose receipt WhatsApp may not have got. */
export interface UndeliveredMessages {
  onSocket(): SocketMessages;
  /** To be written together with the keys that the messages used up. */
  changes(): KeyChange[];
  written(changes: readonly KeyChange[]): void;
}

/** A message key works once: what is resent because its receipt was lost, the library alone would refuse. */
export async function openUndelivered(store: Pick<InstanceStore, 'readKeysOf'>): Promise<UndeliveredMessages> {
  const plaintexts = await store.readKeysOf(TYPE);
  const unwritten = new Map<string, KeyChange>();

  function forgetAfter(ms: number, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const forget = (): void => {
      for (const id of ids) {
        plaintexts.delete(id);
        unwritten.set(id, { type: TYPE, id, text: null });
      }
    };
    setTimeout(forget, ms).unref();
  }
  forgetAfter(LEFT_MS, [...plaintexts.keys()]);

  function onSocket(): SocketMessages {
    /** By hash, with the id of the message. */
    const current = new Map<string, string | undefined>();
    const messageOf = new WeakMap<Uint8Array, string | undefined>();
    return {
      arrived({ attrs, content }) {
        if (!Array.isArray(content)) return;
        for (const part of content) if (part.content instanceof Uint8Array) messageOf.set(part.content, attrs['id']);
      },
      find(ciphertext) {
        const id = idOf(ciphertext);
        const text = plaintexts.get(id);
        if (text === undefined) return undefined;
        current.set(id, messageOf.get(ciphertext));
        return Buffer.from(text, 'base64');
      },
      add(ciphertext, plaintext) {
        const [id, text] = [idOf(ciphertext), Buffer.from(plaintext).toString('base64')];
        current.set(id, messageOf.get(ciphertext));
        plaintexts.set(id, text);
        unwritten.set(id, { type: TYPE, id, text });
      },
      delivered(ids) {
        // Notices of groups are reported as messages too, at any time.
        if (![...current.values()].some((message) => message === undefined || ids.includes(message))) return;
        forgetAfter(RECEIPT_MS, [...current.keys()]);
        current.clear();
      },
    };
  }

  return {
    onSocket,
    changes: () => [...unwritten.values()],
    written(changes) {
      for (const change of changes) if (unwritten.get(change.id) === change) unwritten.delete(change.id);
    },
  };
}

const idOf = (ciphertext: Uint8Array): string => new Bun.CryptoHasher('sha256').update(ciphertext).digest('hex');
