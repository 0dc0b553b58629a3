import type { AttemptCode } from '../../../../shared/webhooks/deliveries';
import { HIDDEN_VALUE } from '../../../../shared/webhooks/webhooks';
import { retryAfterSeconds } from '../../../egress/retry-after';
import type { ExchangeAnswer, HeaderList, Timings, WireError } from '../../../egress/types';
import { storable } from '../../../storable';
import type { ClaimedDelivery } from '../../system/deliveries';
import type { AttemptRow } from '../../system/results';
import { MAX_HINT_SECONDS } from './retry';

const HEADER_BYTES = 4096;
const DETAIL_LENGTH = 500;

export type AttemptRecord = Omit<AttemptRow, 'workspaceId' | 'deliveryNo' | 'number' | 'requestBody'>;

interface SentRequest {
  startedAt: Date;
  url: string;
  requestHeaders: [string, string][];
}

/** The body is ignored: a receiver that accepted the event is not asked again. */
function codeOf(status: number): AttemptCode {
  if (status >= 200 && status < 300) return 'ok';
  if (status >= 300 && status < 400) return 'redirect_not_followed';
  return status === 410 ? 'gone' : 'http_status';
}

interface RecordOptions {
  showPrivate: boolean;
  /** Removes secrets from a response: a receiver may echo what it was sent. */
  hide: (text: string) => string;
}

export function recordAnswer(
  sent: SentRequest,
  answer: ExchangeAnswer,
  { showPrivate, hide }: RecordOptions,
  now: Date,
): AttemptRecord {
  const withheld = answer.isPrivate && !showPrivate;
  const code = codeOf(answer.status);
  const header = answer.headers.find(([name]) => name === 'retry-after')?.[1];
  const retryAfter = code === 'ok' ? null : retryAfterSeconds(header, now);
  return {
    ...sent,
    ...roundTimings(answer.timings),
    code,
    detail: null,
    status: answer.status,
    remoteIp: answer.remoteIp,
    flags: {
      ...(answer.reused ? { reused: true } : {}),
      ...(answer.truncated ? { truncated: true } : {}),
      ...(answer.incomplete ? { incomplete: true } : {}),
      ...(withheld ? { withheld: true } : {}),
    },
    retryAfterSeconds: retryAfter === null ? null : Math.min(retryAfter, MAX_HINT_SECONDS),
    responseHeaders: withheld ? [] : storedHeaders(answer.headers, hide),
    responseBody: withheld ? null : storable(hide(new TextDecoder().decode(answer.body))),
    responseBytes: answer.bodyBytes,
  };
}

const NO_ANSWER = { status: null, retryAfterSeconds: null, responseHeaders: [], responseBody: null, responseBytes: 0 };

export function recordFailure(sent: SentRequest, error: WireError): AttemptRecord {
  return {
    ...sent,
    ...roundTimings(error.timings),
    code: error.code,
    detail: storable(error.detail.slice(0, DETAIL_LENGTH)),
    remoteIp: error.remoteIp,
    flags: error.reused ? { reused: true } : {},
    ...NO_ANSWER,
  };
}

export const recordInterruption = (sent: SentRequest): AttemptRecord => ({
  ...sent,
  code: 'interrupted',
  detail: null,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs: 0,
  remoteIp: null,
  flags: {},
  ...NO_ANSWER,
});

export const attemptOf = (
  { workspaceId, no, attempts }: Pick<ClaimedDelivery, 'workspaceId' | 'no' | 'attempts'>,
  record: AttemptRecord,
  requestBody: string | null = null,
): AttemptRow => ({ ...record, workspaceId, deliveryNo: no, number: attempts, requestBody });

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));

function roundTimings({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Timings) {
  return {
    dnsMs: rounded(dnsMs),
    connectMs: rounded(connectMs),
    tlsMs: rounded(tlsMs),
    firstByteMs: rounded(firstByteMs),
    totalMs: Math.round(totalMs),
  };
}

/** Up to 4 KiB of headers, without cookies. */
function storedHeaders(headers: HeaderList, hide: (text: string) => string): [string, string][] {
  const stored: [string, string][] = [];
  let left = HEADER_BYTES;
  for (const [name, value] of headers) {
    left -= name.length + value.length;
    if (left < 0) break;
    stored.push([name, name === 'set-cookie' ? HIDDEN_VALUE : storable(hide(value))]);
  }
  return stored;
}
