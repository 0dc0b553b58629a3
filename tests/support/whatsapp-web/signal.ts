import { randomBytes } from 'node:crypto';

import {
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  addTransactionCapability,
  encodeWAMessage,
  generateSignalPubKey,
  initAuthCreds,
  proto,
  unpadRandomMax16,
} from 'baileys';
import { SessionCipher } from 'libsignal';

import { hardenDecryption, type SessionCipherClass } from '../../../server/whatsapp/drivers/web/worker/harden';
import { inSignalTurn } from '../../../server/whatsapp/drivers/web/worker/signal-turns';
import type { Companion, KeyBundle } from './companion';
import { memoryKeys } from './memory-keys';
import { bigEndian, readBigEndian } from './node';
import { silentLogger } from './silent-logger';

export interface Encrypted {
  type: 'msg' | 'pkmsg';
  ciphertext: Uint8Array;
}

// A phone can read all messages that are sent to it in any of its sessions, as those of WhatsApp can.
hardenDecryption(SessionCipher as unknown as SessionCipherClass);

/** The Signal sessions of a person's phone, with real keys. */
export class PhoneSignal {
  private readonly creds = initAuthCreds();
  private readonly keys = addTransactionCapability(memoryKeys(), silentLogger, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  private readonly repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds: this.creds, keys: this.keys },
    silentLogger,
    async () => [],
  );
  private nextPreKey = 1;
  /** Its signed pre-key gets a signature that nobody made. */
  isForgingPreKeys = false;

  get identity() {
    return this.creds.signedIdentityKey;
  }

  get registrationId(): number {
    return this.creds.registrationId;
  }

  async takeBundle(): Promise<KeyBundle> {
    const id = this.nextPreKey++;
    const preKey = Curve.generateKeyPair();
    await this.keys.set({ 'pre-key': { [id]: preKey } });
    const { signedPreKey } = this.creds;
    return {
      registrationId: bigEndian(this.creds.registrationId, 4),
      identity: Buffer.from(this.identity.public),
      signedPreKey: {
        id: bigEndian(signedPreKey.keyId, 3),
        value: Buffer.from(signedPreKey.keyPair.public),
        signature: this.isForgingPreKeys ? randomBytes(64) : Buffer.from(signedPreKey.signature),
      },
      preKey: { id: bigEndian(id, 3), value: Buffer.from(preKey.public) },
    };
  }

  /** Null when the device has not yet uploaded its keys. */
  async encrypt(to: Companion, message: proto.IMessage | Uint8Array): Promise<Encrypted | null> {
    if (!(await this.repository.validateSession(to.lid)).exists && !(await this.beginSession(to))) return null;
    const data = message instanceof Uint8Array ? message : encodeWAMessage(message);
    return this.inTurn(to, () => this.repository.encryptMessage({ jid: to.lid, data }));
  }

  async decrypt(from: Companion, type: string, ciphertext: Uint8Array): Promise<proto.Message> {
    if (type !== 'msg' && type !== 'pkmsg') throw new Error(`there is no message of type ${type}`);
    return decode(await this.inTurn(from, () => this.repository.decryptMessage({ jid: from.lid, type, ciphertext })));
  }

  /** The message for all members, and the key to it for members who do not have it yet. */
  async encryptForGroup(group: string, ownJid: string, data: Uint8Array) {
    const encrypted = await this.repository.encryptGroupMessage({
      group,
      meId: ownJid,
      data,
    });
    return {
      ciphertext: encrypted.ciphertext,
      senderKey: {
        senderKeyDistributionMessage: {
          groupId: group,
          axolotlSenderKeyDistributionMessage: encrypted.senderKeyDistributionMessage,
        },
      },
    };
  }

  async senderKeyOf(group: string, ownJid: string): Promise<proto.IMessage> {
    const key = await this.repository.getSenderKeyDistributionMessage({ group, meId: ownJid });
    return { senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage: key } };
  }

  async decryptFromGroup(group: string, from: Companion, ciphertext: Uint8Array): Promise<proto.Message> {
    return decode(await this.repository.decryptGroupMessage({ group, authorJid: from.lid, msg: ciphertext }));
  }

  async learnSenderKey(from: Companion, item: proto.Message.ISenderKeyDistributionMessage): Promise<void> {
    await this.repository.processSenderKeyDistributionMessage({ authorJid: from.lid, item });
  }

  /** What is on its way in an earlier session can still be read. */
  async beginSession(to: Companion, bundle = to.takeBundle()): Promise<boolean> {
    if (bundle === null) return false;
    const { signedPreKey, preKey } = bundle;
    const session = {
      registrationId: readBigEndian(bundle.registrationId),
      identityKey: generateSignalPubKey(bundle.identity),
      signedPreKey: {
        keyId: readBigEndian(signedPreKey.id),
        publicKey: generateSignalPubKey(signedPreKey.value),
        signature: signedPreKey.signature,
      },
      ...(preKey && {
        preKey: { keyId: readBigEndian(preKey.id), publicKey: generateSignalPubKey(preKey.value) },
      }),
    };
    await this.inTurn(to, () => this.repository.injectE2ESession({ jid: to.lid, session }));
    return true;
  }

  private inTurn<T>({ lid }: Companion, run: () => Promise<T>): Promise<T> {
    return inSignalTurn(run, this.repository.jidToSignalProtocolAddress(lid));
  }
}

const decode = (padded: Uint8Array): proto.Message => proto.Message.decode(unpadRandomMax16(padded));
