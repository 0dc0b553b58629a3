import type { SendErrorCode } from '../../../../../shared/whatsapp/send-errors';
import type { CallFailure } from '../protocol';
import { CallError } from './call-error';
import { answeredCodeOf, statusCodeOf } from './thrown-errors';

interface Meaning {
  kind: CallFailure['kind'];
  code: SendErrorCode;
}

/** Codes of a call for those of WhatsApp whose meaning differs from the usual one. */
export type OwnCodes = Readonly<Record<number, SendErrorCode>>;

const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { kind: 'refused', code: 'invalid_parameter' },
  401: { kind: 'refused', code: 'permission_missing' },
  403: { kind: 'refused', code: 'permission_missing' },
  404: { kind: 'refused', code: 'not_on_whatsapp' },
  405: { kind: 'refused', code: 'permission_missing' },
  406: { kind: 'refused', code: 'invalid_parameter' },
  408: { kind: 'timeout', code: 'provider_unavailable' },
  428: { kind: 'unavailable', code: 'provider_unavailable' },
  429: { kind: 'rate_limited', code: 'provider_rate_limited' },
  500: { kind: 'unavailable', code: 'provider_unavailable' },
  503: { kind: 'unavailable', code: 'provider_unavailable' },
};

export const GROUP_CODES: OwnCodes = {
  403: 'group_not_member',
  404: 'group_unknown',
  // The invite link was revoked.
  410: 'group_unknown',
  419: 'group_too_large',
  436: 'group_limit_reached',
};

export const refusedCall = (code: SendErrorCode, details: string | null = null): CallError =>
  new CallError('refused', code, details);

export const unavailable = (details: string | null = null): CallError =>
  new CallError('unavailable', 'provider_unavailable', details);

export const timedOut = (): CallError => new CallError('timeout', 'provider_unavailable', 'WhatsApp did not answer.');

export const notReachable = (): CallError => refusedCall('recipient_id_unsupported');

export function errorOfCode(providerCode: number, details: string | null, own: OwnCodes = {}): CallError {
  const code = own[providerCode];
  const meaning: Meaning = code
    ? { kind: 'refused', code }
    : (MEANINGS[providerCode] ?? { kind: 'refused', code: 'provider_rejected' });
  return new CallError(meaning.kind, meaning.code, details, providerCode);
}

function callErrorOf(error: unknown, own: OwnCodes = {}): CallError {
  if (error instanceof CallError) return error;
  const providerCode = providerCodeOf(error);
  const details = error instanceof Error ? error.message : null;
  return providerCode === undefined
    ? refusedCall('provider_rejected', details)
    : errorOfCode(providerCode, details, own);
}

/** An answer of WhatsApp has its code in `data`; a failure of the library itself has it as a status. */
function providerCodeOf(error: unknown): number | undefined {
  const answered = answeredCodeOf(error);
  return answered !== undefined && Number.isFinite(answered) ? answered : statusCodeOf(error);
}

/** Performs a call of the library. Its failures become those of the call, with their messages. */
export async function performed<T>(call: () => Promise<T>, own: OwnCodes = {}): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw callErrorOf(error, own);
  }
}

/** Errors that `performed` did not convert have codes that may mean anything, and messages that may be private. */
export function callFailureOf(error: unknown): CallFailure {
  if (error instanceof CallError) return error.failure;
  const code = providerCodeOf(error);
  if (code === 408) return { kind: 'timeout', code: 'provider_unavailable', details: null };
  if (code === 429) return { kind: 'rate_limited', code: 'provider_rate_limited', details: null };
  if (code !== undefined && code >= 400 && code < 500 && code !== 428)
    return { kind: 'refused', code: 'provider_rejected', details: `WhatsApp answered ${code}.` };
  return { kind: 'unavailable', code: 'provider_unavailable', details: null };
}
