import type { KeyChange, InstanceStore } from './store/session-store';

const TYPE = 'undelivered-message';

/** Messages that one socket decrypts, one after the other. */
export interface SocketMessages {
  find(ciphertext: Uint8Array): Uint8Array | undefined;
  add(ciphertext: Uint8Array, plaintext: Uint8Array): void;
  /** What the socket has found or added is reported. */
  delivered(): void;
}

/** Decrypted messages that are not reported yet. */
export interface UndeliveredMessages {
  onSocket(): SocketMessages;
  /** To be written together with the keys that the messages used up. */
  changes(): KeyChange[];
  written(changes: readonly KeyChange[]): void;
}

/**
 * The key of a message can be used once. When the connection or the process ends between the decryption and the
 * receipt, WhatsApp sends the message again, and the library would refuse it as a repetition.
 */
export async function openUndelivered(store: Pick<InstanceStore, 'readKeysOf'>): Promise<UndeliveredMessages> {
  const plaintexts = await store.readKeysOf(TYPE);
  const unwritten = new Map<string, KeyChange>();

  function onSocket(): SocketMessages {
    const current = new Set<string>();
    return {
      find(ciphertext) {
        const id = idOf(ciphertext);
        const text = plaintexts.get(id);
        if (text === undefined) return undefined;
        current.add(id);
        return Buffer.from(text, 'base64');
      },
      add(ciphertext, plaintext) {
        const [id, text] = [idOf(ciphertext), Buffer.from(plaintext).toString('base64')];
        current.add(id);
        plaintexts.set(id, text);
        unwritten.set(id, { type: TYPE, id, text });
      },
      delivered() {
        for (const id of current) {
          plaintexts.delete(id);
          unwritten.set(id, { type: TYPE, id, text: null });
        }
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
