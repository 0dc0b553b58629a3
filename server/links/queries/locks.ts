import { waitForLock } from '../../db/locks';
import type { ScopedDb } from '../../db/scoped';

/** No transaction sees what others are about to add, so they take turns. */
export const lockTagCount = (tx: ScopedDb): Promise<void> => waitForLock(tx.store, `${tx.workspaceId} number of tags`);
