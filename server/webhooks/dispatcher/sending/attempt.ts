import type { AttemptCode } from '../../../../shared/webhooks/deliveries';
import { HIDDEN } from '../../../../shared/webhooks/webhooks';
import { retryAfterSeconds } from '../../../egress/retry-after';
import type { Answer, HeaderList, Timings, WireError } from '../../../egress/types';
import { storable } from '../../../storable';
import type { ClaimedDelivery } from '../../system/deliveries';
import type { AttemptRow } from '../../system/results';
import { LONGEST_HINT_SECONDS } from './retry';

const HEADER_BYTES = 4096;
const DETAIL_LENGTH = 500;

/** What the log says of an attempt, before it has a place in it. */
export type AttemptRecord = Omit<AttemptRow, 'workspaceId' | 'deliveryNo' | 'number' | 'requestBody'>;

interface Sent {
  startedAt: Date;
  url: string;
  requestHeaders: [string, string][];
}

/** What a complete head means. The body has no say: a receiver that took the event is not asked again. */
export function codeOf(status: number): AttemptCode {
  if (status >= 200 && status < 300) return 'ok';
  if (status >= 300 && status < 400) return 'redirect_not_followed';
  return status === 410 ? 'gone' : 'http_status';
}

interface Keeping {
  /** Keeps what receivers in private networks answer. */
  showPrivate: boolean;
  /** Takes out of an answer what must not be stored: a receiver may send back what it was sent. */
  hide: (text: string) => string;
}

export function recordAnswer(sent: Sent, answer: Answer, { showPrivate, hide }: Keeping, now: Date): AttemptRecord {
  const withheld = answer.isPrivate && !showPrivate;
  const code = codeOf(answer.status);
  const header = answer.headers.find(([name]) => name === 'retry-after')?.[1];
  const asked = code === 'ok' ? null : retryAfterSeconds(header, now);
  return {
    ...sent,
    ...phases(answer.timings),
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
    retryAfterSeconds: asked === null ? null : Math.min(asked, LONGEST_HINT_SECONDS),
    responseHeaders: withheld ? [] : keptHeaders(answer.headers, hide),
    responseBody: withheld ? null : storable(hide(new TextDecoder().decode(answer.body))),
    responseBytes: answer.bodyBytes,
  };
}

export function recordFailure(sent: Sent, error: WireError): AttemptRecord {
  return {
    ...sent,
    ...phases(error.timings),
    code: error.code,
    detail: storable(error.detail.slice(0, DETAIL_LENGTH)),
    status: null,
    remoteIp: error.remoteIp,
    flags: error.reused ? { reused: true } : {},
    retryAfterSeconds: null,
    responseHeaders: [],
    responseBody: null,
    responseBytes: 0,
  };
}

/** An attempt that nobody saw the end of. */
export const recordInterruption = (sent: Sent): AttemptRecord => ({
  ...sent,
  ...phases({ dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 }),
  code: 'interrupted',
  detail: null,
  status: null,
  remoteIp: null,
  flags: {},
  retryAfterSeconds: null,
  responseHeaders: [],
  responseBody: null,
  responseBytes: 0,
});

export const attemptOf = (
  { workspaceId, no, attempts }: Pick<ClaimedDelivery, 'workspaceId' | 'no' | 'attempts'>,
  record: AttemptRecord,
  requestBody: string | null = null,
): AttemptRow => ({ ...record, workspaceId, deliveryNo: no, number: attempts, requestBody });

const whole = (value: number | null): number | null => (value === null ? null : Math.round(value));

function phases({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Timings) {
  return {
    dnsMs: whole(dnsMs),
    connectMs: whole(connectMs),
    tlsMs: whole(tlsMs),
    firstByteMs: whole(firstByteMs),
    totalMs: Math.round(totalMs),
  };
}

/** As many headers as 4 KiB hold; cookies of the receiver are nobody’s business here. */
function keptHeaders(headers: HeaderList, hide: (text: string) => string): [string, string][] {
  const kept: [string, string][] = [];
  let left = HEADER_BYTES;
  for (const [name, value] of headers) {
    left -= name.length + value.length;
    if (left < 0) break;
    kept.push([name, name === 'set-cookie' ? HIDDEN : storable(hide(value))]);
  }
  return kept;
}
