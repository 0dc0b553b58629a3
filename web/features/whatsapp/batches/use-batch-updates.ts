import { useTRPC } from '../../../trpc';
import { reloadQueries } from '../../../ui/live/reload-queries';
import { useInstanceUpdates } from '../messages/use-message-updates';
import { isFinished, type Batch } from './labels';

/** Receipts come in bursts: counts are reloaded at most this often. */
const EVERY_MS = 1000;
/** No event announces messages while they are being created. */
const POLL_MS = 2000;

export function useBatchUpdates(instanceId: string): void {
  const trpc = useTRPC();
  useInstanceUpdates(instanceId, () => reloadQueries(trpc.whatsapp.batches.pathKey()), EVERY_MS);
}

/** Poll interval while no event is expected; false when the batches are finished. */
export const pollInterval = (batches: readonly Batch[]): number | false =>
  batches.some((batch) => !isFinished(batch) && batch.status !== 'paused') && POLL_MS;
