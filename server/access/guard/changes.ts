import type { RequestContext } from '../../context';
import type { Store } from '../../db/database';
import { recordAuthChanges, type AuthChange } from '../system/auth';

/**
 * Invalidates caches after a reduction of rights. Call it last in the transaction: this process drops entries at
 * commit, the others within a second.
 */
export async function narrowRights(
  ctx: Pick<RequestContext, 'auth' | 'now'>,
  tx: Store,
  changes: readonly AuthChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await recordAuthChanges(tx, changes, ctx.now());
  tx.afterCommit(() => ctx.auth.apply(changes));
}
