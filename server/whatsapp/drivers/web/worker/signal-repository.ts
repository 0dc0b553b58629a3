import type { SocketConfig } from 'baileys';

import type { Library, SessionLog } from './session-types';
import type { SocketMessages } from './undelivered';

type MakeSignalRepository = SocketConfig['makeSignalRepository'];

/** The encryption of the library, with what it lacks. */
export const signalRepository =
  ({ Curve, DEFAULT_CONNECTION_CONFIG }: Library, undelivered: SocketMessages, log: SessionLog): MakeSignalRepository =>
  (auth, ...input) => {
    const { keys } = auth;
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...input);

    /** The plaintext is written in the transaction that uses up the key. */
    async function decryptOnce(ciphertext: Uint8Array, from: string, decrypt: () => Promise<Uint8Array>) {
      const known = undelivered.find(ciphertext);
      if (known) return known;
      if (!('transaction' in keys)) return decrypt();
      return keys.transaction(async () => {
        const plaintext = await decrypt();
        undelivered.add(ciphertext, plaintext);
        return plaintext;
      }, from);
    }

    return {
      ...repository,
      decryptMessage: (message) =>
        decryptOnce(message.ciphertext, message.jid, () => repository.decryptMessage(message)),
      decryptGroupMessage: (message) =>
        decryptOnce(message.msg, message.group, () => repository.decryptGroupMessage(message)),

      /**
       * The library opens a session with a device whatever the signature of its signed pre-key is, so that a server
       * could put its own key there and read the messages. Such a device gets no session and no message.
       */
      async injectE2ESession(bundle) {
        const { identityKey, signedPreKey } = bundle.session;
        if (Curve.verify(identityKey, signedPreKey.publicKey, signedPreKey.signature))
          return repository.injectE2ESession(bundle);
        log.warn({ device: bundle.jid }, 'whatsapp web keys of a device refused: wrong signature');
      },
    };
  };
