import type { RequestContext } from '../context';
import type { Store } from '../db/database';
import { recordAuthChanges, type AuthChange } from '../db/unscoped/auth';

/**
 * Tells every process that rights got narrower. Call it last in the transaction of the change: this process forgets
 * at commit, before the answer; the others within a second.
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
