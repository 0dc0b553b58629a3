import type { BinaryNode, WASocket } from 'baileys';

import type { DriverPairingEvent } from '../../driver-events';
import { CallError } from './call-error';

/** As long as WhatsApp and the library let each code live. */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;

export interface SocketPairing {
  readonly hadQr: boolean;
  /** The event of a QR code that the library shows. */
  shown(raw: string): DriverPairingEvent;
  /** Asks for a code that the user enters on the phone. Waits for the first QR code, before which WhatsApp refuses it. */
  requestCode(phone: string): Promise<{ code: string; expiresAt: Date }>;
  closed(): void;
}

/** Linking of one socket: WhatsApp gives it some references, and each makes one QR code. */
export function createPairing(socket: WASocket, generation: number, qrMs: number | null): SocketPairing {
  const firstQr = Promise.withResolvers<void>();
  firstQr.promise.catch(() => {});
  const firstMs = qrMs ?? FIRST_QR_MS;
  const nextMs = qrMs ?? NEXT_QR_MS;
  let maxAttempts = 1;
  let attempt = 0;
  let endsAt = 0;

  // Before the library shows the first code, since it answers the stanza first.
  socket.ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => {
    maxAttempts = Math.max(1, countReferences(stanza));
    endsAt = Date.now() + firstMs + (maxAttempts - 1) * nextMs;
  });

  return {
    get hadQr() {
      return attempt > 0;
    },
    shown(raw) {
      attempt += 1;
      firstQr.resolve();
      const expiresAt = new Date(Date.now() + (attempt === 1 ? firstMs : nextMs));
      return { kind: 'pairing', generation, raw, attempt, maxAttempts, expiresAt };
    },
    async requestCode(phone) {
      await firstQr.promise;
      const code = await socket.requestPairingCode(phone.replaceAll(/\D/g, ''));
      return { code, expiresAt: new Date(endsAt) };
    },
    closed: () => firstQr.reject(new CallError('unavailable', 'provider_unavailable', 'The connection was closed.')),
  };
}

function countReferences({ content }: BinaryNode): number {
  const [pairDevice] = Array.isArray(content) ? content : [];
  const references = Array.isArray(pairDevice?.content) ? pairDevice.content : [];
  return references.filter(({ tag }) => tag === 'ref').length;
}
