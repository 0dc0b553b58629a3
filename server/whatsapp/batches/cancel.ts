import { and, asc, eq, inArray } from 'drizzle-orm';

import { cancelMessages } from '../connections/move';
import { waBatches } from '../schema/instances';
import { waMessages } from '../schema/messages';
import type { Work } from '../work';
import { completeBatch } from './settle';

/** Messages of one transaction: others want the event loop, and to write. */
const TOGETHER = 50;

/**
 * Cancels the next messages of a batch that is canceled; true while there may be more. What a crash leaves, and what is
 * left when nobody waits for the answer, the runner cancels. The work holds the instance.
 */
export async function cancelNext(work: Work, batchId: string): Promise<boolean> {
  const batch = await work.tx.get(waBatches, batchId);
  if (batch?.status !== 'canceled') return false;
  const waiting = await work.tx.select(waMessages, {
    where: and(eq(waMessages.batchId, batchId), inArray(waMessages.status, ['scheduled', 'queued'])),
    orderBy: [asc(waMessages.id)],
    limit: TOGETHER,
    lock: true,
  });
  await cancelMessages(work, waiting);
  await completeBatch(work, batchId);
  return waiting.length === TOGETHER;
}
