import type { Store } from '../../db/database';
import type { AccessRequest } from '../context';
import { recordAuthChanges, type AuthChange } from '../system/auth';

/** Call it last in the transaction: this process invalidates its cache at the commit, the others within a second. */
export async function invalidateRights(
  ctx: Pick<AccessRequest, 'auth' | 'now'>,
  tx: Store,
  changes: readonly AuthChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await recordAuthChanges(tx, changes, ctx.now());
  tx.afterCommit(() => ctx.auth.apply(changes));
}
