import { MINUTE_MS } from '../../../../../shared/durations';

/** In milliseconds. */
export interface SocketTimings {
  /** A connection without any frame for this time is dead: the library notices up to 95 seconds later. */
  silence: number;
  /** A connection that was open for this time is stable: earlier failures no longer count. */
  stable: number;
  /** Without any traffic of its own, an open connection is probed after this time. */
  idleProbe: number;
  probeTimeout: number;
  /** Without traffic for this time after a reconnection, reconnecting does not help. */
  noTrafficWindow: number;
  /** Multiplies the pauses of `close-policy.ts`. */
  pauseFactor: number;
  queryTimeout: number;
  /** Lifetime of every QR code; null for WhatsApp’s: 60 seconds, then 20. */
  qr: number | null;
  /** Limit for each answer of the user after the phone has read a code. */
  pairingStep: number;
  closing: number;
}

export const TIMINGS: SocketTimings = {
  silence: 45_000,
  stable: MINUTE_MS,
  idleProbe: 600_000,
  probeTimeout: 20_000,
  noTrafficWindow: 600_000,
  pauseFactor: 1,
  queryTimeout: 20_000,
  qr: null,
  pairingStep: 600_000,
  closing: 1000,
};
