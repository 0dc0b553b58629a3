import { AsyncLocalStorage } from 'node:async_hooks';

import type { SocketConfig } from 'baileys';

import type { Library, SessionLog } from './session-types';
import { inSignalTurn } from './signal-turns';
import type { AuthState } from './store/auth-state';
import type { SocketMessages } from './undelivered';

type MakeSignalRepository = SocketConfig['makeSignalRepository'];

interface SignalOptions {
  library: Library;
  auth: Pick<AuthState, 'inOrder'>;
  undelivered: SocketMessages;
  log: SessionLog;
}

export const signalRepository =
  ({ library, auth: { inOrder }, undelivered, log }: SignalOptions): MakeSignalRepository =>
  ({ creds, keys }, ...input) => {
    const { Curve, DEFAULT_CONNECTION_CONFIG } = library;
    let failure: { error: unknown } | undefined;
    const read: typeof keys.get = async (type, ids) => {
      try {
        return await keys.get(type, ids);
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds, keys: { ...keys, get: read } },
      ...input,
    );
    const outside = AsyncLocalStorage.snapshot();

    /** The library takes an unreadable session for a missing one, and would overwrite it. */
    async function unlessFailed<T>(run: () => Promise<T>): Promise<T> {
      const result = await run();
      if (failure) throw failure.error;
      return result;
    }

    /**
     * The library commits keys once a message is sent, so concurrent uses of a session would undo each other, and a
     * crash would reuse a key. Here each use has its own transaction, in turn.
     */
    const inTransaction = <T>(key: string, run: () => Promise<T>): Promise<T> =>
      inOrder(
        () => ('transaction' in keys ? outside(() => keys.transaction(() => unlessFailed(run), key)) : run()),
        key,
      );

    /** A session is stored under the LID of the other device, whichever of its two addresses is given. */
    async function inSession<T>(jid: string, run: () => Promise<T>): Promise<T> {
      const lid = await repository.lidMapping.getLIDForPN(jid);
      const address = repository.jidToSignalProtocolAddress(jid);
      const stored = lid === null ? address : repository.jidToSignalProtocolAddress(lid);
      return inTransaction(stored, () => inSignalTurn(run, address));
    }

    /** The plaintext is stored in the transaction that uses up the key. */
    async function decryptOnce(ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) {
      const known = undelivered.find(ciphertext);
      if (known) return known;
      const plaintext = await unlessFailed(decrypt);
      if ('transaction' in keys) undelivered.add(ciphertext, plaintext);
      return plaintext;
    }

    return {
      ...repository,
      encryptMessage: (message) => inSession(message.jid, () => repository.encryptMessage(message)),
      encryptGroupMessage: (message) => inTransaction(message.group, () => repository.encryptGroupMessage(message)),
      decryptMessage: (message) =>
        inSession(message.jid, () => decryptOnce(message.ciphertext, () => repository.decryptMessage(message))),
      decryptGroupMessage: (message) =>
        inTransaction(message.group, () => decryptOnce(message.msg, () => repository.decryptGroupMessage(message))),

      /** A server could replace the pre-key and read messages, as the library ignores its signature. No session. */
      async injectE2ESession(bundle) {
        const { identityKey, signedPreKey } = bundle.session;
        if (Curve.verify(identityKey, signedPreKey.publicKey, signedPreKey.signature))
          return inSession(bundle.jid, () => repository.injectE2ESession(bundle));
        log.warn({ device: bundle.jid }, 'whatsapp web keys of a device refused: wrong signature');
      },
    };
  };
