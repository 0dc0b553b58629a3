import type { Store } from '../../../db/database';
import { isDataFault } from '../../../db/faults';

class RolledBack extends Error {}

export async function canWrite(store: Store, write: (tx: Store) => Promise<unknown>): Promise<boolean> {
  try {
    return await store.transaction(async (tx) => {
      await write(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return true;
    if (isDataFault(error)) return false;
    throw error;
  }
}
