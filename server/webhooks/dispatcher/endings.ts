import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import { cancelPending, ENDED_ROWS, type Ending } from '../system/ends';
import { deliveriesEnded } from './sinks';

interface Ended {
  /** To emit, last of all in the transaction. */
  events: NewEvent[];
  /** More may wait. */
  isFull: boolean;
}

/** Ends up to `ENDED_ROWS` deliveries of a webhook that wait, and tells their sinks. */
export async function endPending(tx: Store, webhookNo: number, ending: Ending): Promise<Ended> {
  const ended = await cancelPending(tx, webhookNo, ending);
  return { events: await deliveriesEnded(tx, ended), isFull: ended.length === ENDED_ROWS };
}
