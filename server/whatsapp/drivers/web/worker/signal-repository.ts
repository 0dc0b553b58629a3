import { AsyncLocalStorage } from 'node:async_hooks';

import type { SocketConfig } from 'baileys';

import type { Library, SessionLog } from './session-types';
import { inSignalTurn } from './signal-turns';
import type { SocketMessages } from './undelivered';

type MakeSignalRepository = SocketConfig['makeSignalRepository'];

/** The encryption of the library, with what it lacks. */
export const signalRepository =
  ({ Curve, DEFAULT_CONNECTION_CONFIG }: Library, undelivered: SocketMessages, log: SessionLog): MakeSignalRepository =>
  (auth, ...input) => {
    const { keys } = auth;
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...input);
    const outside = AsyncLocalStorage.snapshot();

    /**
     * The library encrypts in a transaction that it commits once the message is sent: a message that is decrypted
     * meanwhile and that transaction would undo each other's keys, and a process that ends in between would use a key
     * twice. In a transaction of its own, each use of a session follows the one before, and is written before it ends.
     */
    const inOrder = <T>(key: string, run: () => Promise<T>): Promise<T> =>
      'transaction' in keys ? outside(() => keys.transaction(run, key)) : run();
    const inSession = <T>(jid: string, run: () => Promise<T>): Promise<T> => {
      const address = repository.jidToSignalProtocolAddress(jid);
      return inOrder(address, () => inSignalTurn(run, address));
    };

    /** The plaintext is written in the transaction that uses up the key. */
    async function decryptOnce(ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) {
      const known = undelivered.find(ciphertext);
      if (known) return known;
      const plaintext = await decrypt();
      if ('transaction' in keys) undelivered.add(ciphertext, plaintext);
      return plaintext;
    }

    return {
      ...repository,
      encryptMessage: (message) => inSession(message.jid, () => repository.encryptMessage(message)),
      encryptGroupMessage: (message) => inOrder(message.group, () => repository.encryptGroupMessage(message)),
      decryptMessage: (message) =>
        inSession(message.jid, () => decryptOnce(message.ciphertext, () => repository.decryptMessage(message))),
      decryptGroupMessage: (message) =>
        inOrder(message.group, () => decryptOnce(message.msg, () => repository.decryptGroupMessage(message))),

      /**
       * The library opens a session with a device whatever the signature of its signed pre-key is, so that a server
       * could put its own key there and read the messages. Such a device gets no session and no message.
       */
      async injectE2ESession(bundle) {
        const { identityKey, signedPreKey } = bundle.session;
        if (Curve.verify(identityKey, signedPreKey.publicKey, signedPreKey.signature))
          return inSession(bundle.jid, () => repository.injectE2ESession(bundle));
        log.warn({ device: bundle.jid }, 'whatsapp web keys of a device refused: wrong signature');
      },
    };
  };
