import { HIDDEN_VALUE } from '../../../../shared/webhooks/webhooks';
import { ATTEMPT_LIMITS } from '../../../egress/egress';
import { type HeaderList, WireError } from '../../../egress/types';
import type { Log } from '../../../log';
import { mask } from '../../../secrets/mask';
import type { PostRequest } from '../../inbox/inbox';
import type { ClaimedDelivery } from '../../system/deliveries';
import { classifyAttempt, type ResultClass } from '../lanes/lane';
import { type AttemptRecord, recordAnswer, recordFailure, recordInterruption } from './attempt-record';
import type { Payload } from './bodies';
import { CALL_DEPTH_HEADER } from './call-depth';
import { type Receiver, signingKeys } from './receiver';
import { signatureOf } from './signature';

export interface SentAttempt {
  record: AttemptRecord;
  resultClass: ResultClass;
  hintMs: number | null;
}

interface SenderOptions {
  post: PostRequest;
  userAgent: string;
  showPrivate: boolean;
  wallClock: () => Date;
  log: Log;
}

export type Send = (delivery: ClaimedDelivery, receiver: Receiver, payload: Payload) => Promise<SentAttempt>;

/** Never rejects. */
export function createSender({ post, userAgent, showPrivate, wallClock, log }: SenderOptions): Send {
  return async (delivery, receiver, payload) => {
    const startedAt = wallClock();
    const { headers, logged } = deliveryRequest({ delivery, receiver, payload, userAgent, at: startedAt });
    const sent = { startedAt, url: receiver.url, requestHeaders: logged };
    const limits = { ...ATTEMPT_LIMITS, totalMs: receiver.timeoutMs };

    let record: AttemptRecord;
    try {
      const answer = await post(receiver.url, 'webhook', headers, payload.bytes, limits);
      record = recordAnswer(sent, answer, { showPrivate, hide: (text) => hideSecrets(text, receiver) }, wallClock());
    } catch (error) {
      if (error instanceof WireError) record = recordFailure(sent, error);
      else {
        // An internal error is not the fault of the receiver, so it does not count against its health.
        log.error({ err: error, delivery: delivery.id }, 'webhook attempt failed: internal error');
        record = recordInterruption(sent);
      }
    }
    const hintMs = record.retryAfterSeconds === null ? null : record.retryAfterSeconds * 1000;
    return { record, resultClass: classifyAttempt(record.code, record.status), hintMs };
  };
}

interface RequestInput {
  delivery: Pick<ClaimedDelivery, 'id' | 'eventId' | 'eventType' | 'attempts' | 'trigger'>;
  receiver: Receiver;
  payload: Payload;
  userAgent: string;
  /** The wall clock, since receivers compare it with theirs. */
  at: Date;
}

/** `logged` hides the values of the webhook’s own headers. */
function deliveryRequest(input: RequestInput): { headers: HeaderList; logged: [string, string][] } {
  const { delivery, receiver, payload, userAgent, at } = input;
  const timestamp = Math.floor(at.getTime() / 1000);
  const own: [string, string][] = [
    ['content-type', 'application/json'],
    ['user-agent', userAgent],
    ['webhook-id', delivery.eventId],
    ['webhook-timestamp', String(timestamp)],
    ['webhook-signature', signatureOf(signingKeys(receiver, at), delivery.eventId, timestamp, payload.bytes)],
    ['switchboard-event-type', delivery.eventType],
    ['switchboard-delivery-id', delivery.id],
    ['switchboard-attempt', String(delivery.attempts)],
    ['switchboard-trigger', delivery.trigger],
    [CALL_DEPTH_HEADER, String(payload.depth + 1)],
  ];
  return {
    headers: [...own, ...receiver.headers],
    logged: [...own, ...receiver.headers.map(([name]): [string, string] => [name, HIDDEN_VALUE])],
  };
}

/** A shorter value would match unrelated text. */
const MIN_HIDDEN_LENGTH = 6;

function hideSecrets(text: string, { headers }: Receiver): string {
  if (text === '') return text;
  let hidden = text;
  for (const [, value] of headers)
    if (value.length >= MIN_HIDDEN_LENGTH) hidden = hidden.replaceAll(value, HIDDEN_VALUE);
  return mask(hidden);
}
