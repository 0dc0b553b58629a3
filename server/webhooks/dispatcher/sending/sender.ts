import { HIDDEN_VALUE } from '../../../../shared/webhooks/webhooks';
import { ATTEMPT_LIMITS } from '../../../egress/egress';
import { WireError } from '../../../egress/types';
import type { Log } from '../../../log';
import { mask } from '../../../secrets/mask';
import type { Post } from '../../inbox/inbox';
import type { ClaimedDelivery } from '../../system/deliveries';
import { outcomeOf, type AttemptOutcome } from '../lanes/lane';
import { type AttemptRecord, recordAnswer, recordFailure, recordInterruption } from './attempt';
import type { Payload } from './bodies';
import type { Receiver } from './receiver';
import { deliveryRequest } from './request';

export interface Sent {
  record: AttemptRecord;
  outcome: AttemptOutcome;
  hintMs: number | null;
}

interface SenderOptions {
  post: Post;
  userAgent: string;
  showPrivate: boolean;
  wall: () => Date;
  log: Log;
}

export type Send = (delivery: ClaimedDelivery, receiver: Receiver, payload: Payload) => Promise<Sent>;

/** Makes one attempt; it never rejects. */
export function createSender({ post, userAgent, showPrivate, wall, log }: SenderOptions): Send {
  return async (delivery, receiver, payload) => {
    const startedAt = wall();
    const { headers, logged } = deliveryRequest({ delivery, receiver, payload, userAgent, at: startedAt });
    const sent = { startedAt, url: receiver.url, requestHeaders: logged };
    const limits = { ...ATTEMPT_LIMITS, totalMs: receiver.timeoutMs };

    let record: AttemptRecord;
    try {
      const answer = await post(receiver.url, 'webhook', headers, payload.bytes, limits);
      record = recordAnswer(sent, answer, { showPrivate, hide: (text) => hideSecrets(text, receiver) }, wall());
    } catch (error) {
      if (error instanceof WireError) record = recordFailure(sent, error);
      else {
        // An internal error is not the fault of the receiver, so it does not count against its health.
        log.error({ err: error, delivery: delivery.id }, 'webhook attempt failed: internal error');
        record = recordInterruption(sent);
      }
    }
    const hintMs = record.retryAfterSeconds === null ? null : record.retryAfterSeconds * 1000;
    return { record, outcome: outcomeOf(record.code, record.status), hintMs };
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
