import type { Store } from '../../db/database';
import type { NewEvent } from '../../events/emit';
import { cancelPending, MAX_CANCELED_ROWS, type CancelOptions } from '../system/cancel-and-purge';
import { callFinalHandlers } from './delivery-handlers';

interface CancelResult {
  events: NewEvent[];
  isFull: boolean;
}

export async function cancelPendingDeliveries(
  tx: Store,
  webhookNo: number,
  ending: CancelOptions,
): Promise<CancelResult> {
  const ended = await cancelPending(tx, webhookNo, ending);
  return { events: await callFinalHandlers(tx, ended), isFull: ended.length === MAX_CANCELED_ROWS };
}
