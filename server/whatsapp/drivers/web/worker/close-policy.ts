import { MINUTE_MS } from '../../../../../shared/durations';
import type { InstanceStatus, StatusReason } from '../../../../../shared/whatsapp/instance';

export interface Closed {
  /** `lastDisconnect.error.output.statusCode`; undefined when we closed it ourselves. */
  code: number | undefined;
  isPaired: boolean;
  hadQr: boolean;
  /** Closings in a row, including this one, since a connection was stable. */
  failures: number;
  /** Latest closings in a row with this code. */
  sameCode: number;
  /** Milliseconds since another client replaced this one before; null if never. */
  replacedAgoMs: number | null;
  hasOtherVersion: boolean;
}

export type CloseDecision =
  | { action: 'none' }
  /** `delayMs` is varied by ±20 % unless it is 0. */
  | { action: 'reconnect'; delayMs: number; reason: StatusReason | null; isSilent: boolean }
  | { action: 'reconnect_with_other_version' }
  | { action: 'stop'; status: InstanceStatus; reason: StatusReason; wipes: boolean };

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 5 * MINUTE_MS;
const REPLACED_DELAY_MS = 30_000;
const REPLACED_WINDOW_MS = 10 * MINUTE_MS;
/** After this many failures in a row the status reports a network problem. */
const NETWORK_FAILURES = 10;
const MAX_UNPAIRED_DROPS = 3;
const MAX_BAD_SESSIONS = 3;
const MAX_UNAVAILABLE = 10;

/** Close codes of WhatsApp Web as the library gives them (`DisconnectReason`). */
export function decideOnClose(closed: Closed): CloseDecision {
  const { code, isPaired, hadQr, failures, sameCode, replacedAgoMs, hasOtherVersion } = closed;
  switch (code) {
    case undefined:
      return { action: 'none' };
    case 515: // restart after pairing
      return { action: 'reconnect', delayMs: 0, reason: null, isSilent: true };
    case 428: // dropped
      if (!isPaired && !hadQr) return stop('failed', 'pairing_refused');
      return isPaired || failures <= MAX_UNPAIRED_DROPS ? dropped(closed) : stop('disconnected', 'network');
    case 408: // no connection, no answer, or no QR code is left
      if (isPaired) return dropped(closed);
      return stop('disconnected', hadQr ? 'qr_expired' : 'network');
    case 440: // the same credentials are in use elsewhere
      return replacedAgoMs !== null && replacedAgoMs < REPLACED_WINDOW_MS
        ? stop('disconnected', 'replaced_by_other_client')
        : { action: 'reconnect', delayMs: REPLACED_DELAY_MS, reason: null, isSilent: false };
    case 401: // unlinked
      return { ...stop('logged_out', 'device_removed'), wipes: true };
    case 402:
    case 403:
    case 406:
      return stop('failed', 'banned');
    case 405: // the announced version is too old
      return hasOtherVersion ? { action: 'reconnect_with_other_version' } : stop('failed', 'client_outdated');
    case 411: // not a multi-device account
      return stop('failed', 'bad_session');
    case 500: // bad session, or an unknown error of the stream
      return sameCode <= MAX_BAD_SESSIONS ? dropped(closed) : stop('failed', 'bad_session');
    case 503:
      return sameCode <= MAX_UNAVAILABLE ? dropped(closed) : stop('disconnected', 'reconnect_limit');
    default: // such as 400: the server’s certificate is not WhatsApp’s
      return isPaired ? dropped(closed) : stop('disconnected', 'network');
  }
}

const stop = (status: InstanceStatus, reason: StatusReason) =>
  ({ action: 'stop', status, reason, wipes: false }) as const;

const dropped = ({ failures, isPaired }: Closed): CloseDecision => ({
  action: 'reconnect',
  delayMs: Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)),
  reason: failures >= NETWORK_FAILURES ? 'network' : null,
  // During pairing the status stays the same.
  isSilent: !isPaired,
});
