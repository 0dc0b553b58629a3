import { queryClient, useTRPC } from '../../../trpc';
import { useInstanceUpdates } from '../messages/use-message-updates';
import { isOver, type Batch } from './labels';

/** A batch is a storm of receipts: the counts are read again this often at most. */
const EVERY_MS = 1000;
/** While messages are still being written nothing is told of them. */
const POLL_MS = 2000;

/** Keeps batches and their messages in step with what happens on the instance. */
export function useBatchUpdates(instanceId: string): void {
  const trpc = useTRPC();
  useInstanceUpdates(
    instanceId,
    () =>
      // One that is on its way is not begun anew, or a slow answer would never come.
      void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.batches.pathKey() }, { cancelRefetch: false }),
    EVERY_MS,
  );
}

/** How soon to look again without news. */
export const lookAgain = (batches: readonly Batch[]): number | false =>
  batches.some((batch) => !isOver(batch) && batch.status !== 'paused') && POLL_MS;
