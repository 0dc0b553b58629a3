import type { AuthenticationCreds, AuthenticationState, SignalDataSet, SignalDataTypeMap } from 'baileys';

import { createConcurrencyLimit } from '../../../../../concurrency';
import type { Library } from '../session-types';
import { openUndelivered, type UndeliveredMessages } from '../undelivered';
import type { InstanceStore, KeyChange } from './session-store';

export interface AuthState extends AuthenticationState {
  undelivered: UndeliveredMessages;
  /** Serialises changes of the same keys, across connections too. */
  inOrder: <T>(change: () => Promise<T>, key: string) => Promise<T>;
  save(): Promise<void>;
}

export async function openAuthState(library: Library, store: InstanceStore): Promise<AuthState> {
  const { BufferJSON, initAuthCreds, proto } = library;
  const write = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
  const read = (text: string) => JSON.parse(text, BufferJSON.reviver);

  const kept = await store.readCredentials();
  const creds: AuthenticationCreds = kept === undefined ? initAuthCreds() : read(kept);
  forgetUnfinishedPairing(creds);

  /** The type of a key decides its form; the library itself wrote the stored text. */
  const revive = (type: keyof SignalDataTypeMap, text: string) =>
    type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(read(text)) : read(text);

  const undelivered = await openUndelivered(store);

  return {
    creds,
    undelivered,
    inOrder: createConcurrencyLimit({ atOnce: 1 }),
    keys: {
      async get(type, ids) {
        const found = await store.readKeys(type, ids);
        return Object.fromEntries([...found].map(([id, text]) => [id, revive(type, text)]));
      },
      async set(data) {
        const messages = undelivered.changes();
        await store.writeKeys([...changesOf(data, write), ...messages]);
        undelivered.written(messages);
      },
    },
    save: () => store.writeCredentials(write(creds)),
  };
}

/** With an unused pairing code, the library would log in to an account that did not accept it. */
export function forgetUnfinishedPairing(creds: AuthenticationCreds): void {
  if (creds.account) return;
  delete creds.me;
  creds.pairingCode = undefined;
  creds.registered = false;
}

const changesOf = (data: SignalDataSet, write: (value: unknown) => string): KeyChange[] =>
  Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values).map(([id, value]) => ({ type, id, text: isGone(value) ? null : write(value) })),
  );

const isGone = (value: unknown): boolean => value === null || value === undefined;
