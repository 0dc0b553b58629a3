import type { BinaryNode, WASocket } from 'baileys';

import { MINUTE_MS } from '../../../../../shared/durations';
import type { DriverPairingEvent } from '../../driver-events';
import type { SessionOptions } from '../protocol';
import { digitsOf } from './addresses';
import { unavailable } from './errors';
import { childOf, childrenOf, nodeText } from './nodes';
import type { Library } from './session-types';
import { browserOf } from './socket-options';
import type { SocketTimings } from './timings';

/** Lifetimes that WhatsApp gives its codes. */
const FIRST_QR_MS = MINUTE_MS;
const NEXT_QR_MS = 20_000;

const PAIR_DEVICE = 'CB:iq,type:set,pair-device';

export interface SocketPairing {
  readonly hadQr: boolean;
  shown(raw: string): DriverPairingEvent;
  /** Waits for the first QR code, before which WhatsApp refuses pairing codes. */
  requestCode(phone: string): Promise<{ code: string; expiresAt: Date }>;
  /** Stops showing QR codes. Returns when the socket ends, unless it is extended again. */
  extend(): Date;
  closed(): void;
}

/** WhatsApp gives a socket several references, each for one QR code. */
export function createPairing(
  library: Library,
  socket: WASocket,
  options: SessionOptions,
  timings: SocketTimings,
): SocketPairing {
  const firstQr = Promise.withResolvers<void>();
  firstQr.promise.catch(() => {});
  const firstMs = timings.qr ?? FIRST_QR_MS;
  const nextMs = timings.qr ?? NEXT_QR_MS;
  let maxAttempts = 1;
  let attempt = 0;
  let endsAt = 0;
  let isExtended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const expire = (): void => void socket.end(withStatus(library.DisconnectReason.timedOut, 'The linking has expired.'));

  const showNext = (references: readonly string[]): void => {
    const [reference, ...others] = references;
    if (isExtended || !socket.ws.isOpen) return;
    if (reference === undefined) return expire();
    timer = setTimeout(() => showNext(others), attempt === 0 ? firstMs : nextMs);
    socket.ev.emit('connection.update', { qr: qrOf(library, socket, reference, options) });
  };

  // The library ends the socket after its last QR code, even if the phone has read one and demands a passkey.
  socket.ws.removeAllListeners(PAIR_DEVICE);
  socket.ws.on(PAIR_DEVICE, async (stanza: BinaryNode) => {
    const { id } = stanza.attrs;
    await socket.sendNode({ tag: 'iq', attrs: { to: library.S_WHATSAPP_NET, type: 'result', ...(id ? { id } : {}) } });
    const references = childrenOf(childOf(stanza, 'pair-device'), 'ref').flatMap((node) => nodeText(node) ?? []);
    maxAttempts = Math.max(1, references.length);
    endsAt = Date.now() + firstMs + (maxAttempts - 1) * nextMs;
    showNext(references);
  });

  return {
    get hadQr() {
      return attempt > 0;
    },
    shown(raw) {
      attempt += 1;
      firstQr.resolve();
      const expiresAt = new Date(Date.now() + (attempt === 1 ? firstMs : nextMs));
      return { kind: 'pairing', generation: options.generation, raw, attempt, maxAttempts, expiresAt };
    },
    async requestCode(phone) {
      await firstQr.promise;
      const code = await socket.requestPairingCode(digitsOf(phone));
      return { code, expiresAt: new Date(endsAt) };
    },
    extend() {
      isExtended = true;
      clearTimeout(timer);
      timer = setTimeout(expire, timings.pairingStep);
      return new Date(Date.now() + timings.pairingStep);
    },
    closed() {
      clearTimeout(timer);
      firstQr.reject(unavailable('The connection was closed.'));
    },
  };
}

function qrOf(library: Library, { authState }: WASocket, reference: string, options: SessionOptions): string {
  const { noiseKey, signedIdentityKey, advSecretKey } = authState.creds;
  return library.buildPairingQRData(
    reference,
    base64(noiseKey.public),
    base64(signedIdentityKey.public),
    advSecretKey,
    browserOf(options),
  );
}

/** The library reads the status of errors in this form. */
const withStatus = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { output: { statusCode } });

const base64 = (key: Uint8Array): string => Buffer.from(key).toString('base64');
