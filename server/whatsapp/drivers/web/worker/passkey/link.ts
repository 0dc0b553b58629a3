import { randomBytes } from 'node:crypto';

import type { BinaryNode } from 'baileys';

import { MINUTE_MS } from '../../../../../../shared/durations';
import { CallError } from '../call-error';
import { refusedCall, unavailable } from '../errors';
import { childOf, element, nodeText } from '../nodes';
import { queryServer } from '../query-server';
import type { WebSession } from '../session-types';
import { browserOf } from '../socket-options';
import { errorFields } from '../thrown-errors';
import { checkAssertion } from './assertion';
import {
  createPrologue,
  deriveSecrets,
  encryptPairingRequest,
  handoffKeyOf,
  handoffProof,
  readPhoneIdentity,
  type Prologue,
} from './handshake';
import { fetchOptions, optionsIn, type RequestOptions } from './request-options';

const HANDOFF_MS = 5 * MINUTE_MS;

export interface PasskeyLink {
  requested(demand: BinaryNode): Promise<void>;
  continued(notification: BinaryNode): Promise<void>;
  assert(assertion: unknown): Promise<void>;
  confirm(): Promise<void>;
}

interface Handoff {
  key: Buffer;
  validUntil: number;
}

type State =
  | { step: 'idle' | 'busy' | 'done' }
  | { step: 'requested'; options: RequestOptions; handoff: Handoff }
  | { step: 'asserted'; prologue: Prologue; isHandedOff: boolean }
  | { step: 'confirmation'; encryptionKey: Buffer };

export function createPasskeyLink(session: WebSession): PasskeyLink {
  const { library, log, options: sessionOptions, socket } = session;
  const { generation } = sessionOptions;
  let state: State = { step: 'idle' };
  let replaced: { before: string; after: string } | undefined;

  /** From now on the device has another secret; the one that the phone knows proves its identity. */
  const startHandoff = (): Handoff => {
    const { creds } = socket.authState;
    if (replaced === undefined || creds.advSecretKey !== replaced.after) {
      replaced = { before: creds.advSecretKey, after: randomBytes(32).toString('base64') };
      creds.advSecretKey = replaced.after;
      socket.ev.emit('creds.update', creds);
    }
    return { key: handoffKeyOf(Buffer.from(replaced.before, 'base64')), validUntil: Date.now() + HANDOFF_MS };
  };

  const set = (content: BinaryNode): Promise<BinaryNode> =>
    queryServer(session, { about: 'md', type: 'set', content: [content] });

  const fetchRef = async (): Promise<string> => {
    const answer = await queryServer(session, { about: 'md', type: 'get', content: [element('ref')] });
    const ref = nodeText(childOf(answer, 'ref'));
    if (!ref) throw unavailable('WhatsApp gave no reference.');
    return ref;
  };

  const sendDevice = async (encryptionKey: Buffer): Promise<void> => {
    const { noiseKey, signedIdentityKey, advSecretKey } = socket.authState.creds;
    const request = encryptPairingRequest(library, encryptionKey, {
      noise: noiseKey.public,
      identity: signedIdentityKey.public,
      advSecret: Buffer.from(advSecretKey, 'base64'),
    });
    await set(element('encrypted_pairing_request', {}, request));
  };

  const giveUp = (why: string, error?: unknown): void => {
    log.warn({ why, ...(error === undefined ? {} : errorFields(error)) }, 'whatsapp web passkey linking failed');
    state = { step: 'done' };
    session.fail('pairing_refused');
  };

  return {
    async requested(demand) {
      // WhatsApp repeats the demand; after an answer was sent, the link continues.
      if (state.step !== 'idle' && state.step !== 'requested') return;
      const expiresAt = session.extendPairing();
      const handoff = startHandoff();
      state = { step: 'busy' };
      const options = optionsIn(demand) ?? (await fetchOptions(session).catch(() => undefined));
      if (options === undefined) return giveUp('no request options');
      state = { step: 'requested', options, handoff };
      // Reported before the status, which says that the options can be read.
      session.report(
        { kind: 'passkey', generation, step: 'requested', options, expiresAt },
        { kind: 'connection', generation, status: 'pairing', reason: 'passkey_required' },
      );
    },

    async continued(notification) {
      if (state.step !== 'asserted') return;
      const { prologue, isHandedOff } = state;
      state = { step: 'busy' };
      const content = childOf(notification, 'primary_ephemeral_identity')?.content;
      const phone = content instanceof Uint8Array ? readPhoneIdentity(library, content) : undefined;
      if (phone === undefined) return giveUp('malformed identity of the phone');
      try {
        const { encryptionKey, code } = deriveSecrets(library, prologue, phone);
        await set(element('companion_nonce', {}, prologue.nonce));
        const expiresAt = session.extendPairing();
        if (isHandedOff) {
          // The phone knows this device by its secret, and shows no code to compare.
          await sendDevice(encryptionKey);
          state = { step: 'done' };
          return;
        }
        state = { step: 'confirmation', encryptionKey };
        session.report(
          { kind: 'passkey', generation, step: 'confirmation', code, expiresAt },
          { kind: 'connection', generation, status: 'pairing', reason: 'passkey_confirmation' },
        );
      } catch (error) {
        if (!isUnanswered(error)) return giveUp('continuation refused', error);
        // The answer is lost when the link is made before it arrives; without a link, the step times out.
        log.warn(errorFields(error), 'whatsapp web passkey continuation not answered');
        state = { step: 'done' };
      }
    },

    async assert(value) {
      if (state.step !== 'requested') throw nonePending();
      const before = state;
      const assertion = checkAssertion(value, before.options);
      let own: State = { step: 'busy' };
      state = own;
      try {
        const prologue = createPrologue(library, await fetchRef(), deviceTypeOf(session));
        const isHandedOff = Date.now() < before.handoff.validUntil;
        const proof = isHandedOff ? [handoffProof(before.handoff.key, prologue.payload)] : [];
        // Set before sending, since the continuation may arrive with the answer.
        own = { step: 'asserted', prologue, isHandedOff };
        state = own;
        await set(
          element('passkey_prologue', {}, [
            element('credential_id', {}, Buffer.from(assertion.rawId, 'base64url')),
            element('webauthn_assertion', {}, Buffer.from(JSON.stringify(assertion))),
            element('prologue_payload', {}, prologue.payload),
            ...proof.map((bytes) => element('pairing_handoff_proof', {}, bytes)),
          ]),
        );
      } catch (error) {
        // Without an answer, WhatsApp may have accepted the assertion, which counts once.
        const mayHaveArrived = own.step === 'asserted' && isUnanswered(error);
        if (state === own && !mayHaveArrived) state = before;
        throw error;
      }
    },

    async confirm() {
      if (state.step !== 'confirmation') throw nonePending();
      const before = state;
      state = { step: 'busy' };
      try {
        await sendDevice(before.encryptionKey);
        state = { step: 'done' };
      } catch (error) {
        if (isLinked(session)) return;
        state = before;
        throw error;
      }
    },
  };
}

export const isLinked = ({ socket }: WebSession): boolean => socket.authState.creds.account !== undefined;

const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.failure.kind !== 'refused';

const nonePending = (): CallError =>
  refusedCall('provider_rejected', 'WhatsApp does not wait for a passkey of this instance.');

function deviceTypeOf({ library, options }: WebSession) {
  const { DESKTOP, CHROME } = library.proto.DeviceProps.PlatformType;
  const [, platform] = browserOf(options);
  return platform === 'Desktop' ? DESKTOP : CHROME;
}
