import { HIDDEN_VALUE } from '../../../../shared/webhooks/webhooks';
import type { HeaderList } from '../../../egress/types';
import type { ClaimedDelivery } from '../../system/deliveries';
import { CALL_DEPTH_HEADER } from '../lanes/depth';
import type { Payload } from './bodies';
import { type Receiver, signingKeys } from './receiver';
import { signatureOf } from './sign';

interface RequestInput {
  delivery: Pick<ClaimedDelivery, 'id' | 'eventId' | 'eventType' | 'attempts' | 'trigger'>;
  receiver: Receiver;
  payload: Payload;
  userAgent: string;
  /** The wall clock, since receivers compare it with theirs. */
  at: Date;
}

/** Headers of one attempt. `logged` hides the values of the webhook's own headers. */
export function deliveryRequest(input: RequestInput): { headers: HeaderList; logged: [string, string][] } {
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
