import { and, asc, eq, inArray } from 'drizzle-orm';

import { cancelMessages } from '../connections/move';
import { waBatches } from '../schema/instances';
import { waMessages } from '../schema/messages';
import type { Work } from '../work-types';
import { completeBatch } from './settle';

const TOGETHER = 50;

/** True while more may follow. The runner continues after a crash. Requires the lock on the instance. */
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
