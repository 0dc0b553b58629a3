import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import { cancelPending, ENDED_ROWS, type Ending } from '../system/ends';
import { deliveriesEnded } from './delivery-handlers';

interface EndResult {
  events: NewEvent[];
  isFull: boolean;
}

export async function endPending(tx: Store, webhookNo: number, ending: Ending): Promise<EndResult> {
  const ended = await cancelPending(tx, webhookNo, ending);
  return { events: await deliveriesEnded(tx, ended), isFull: ended.length === ENDED_ROWS };
}
