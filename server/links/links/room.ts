import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { links } from '../schema/links';

interface Known {
  /** Links when they were last counted. */
  counted: number;
  /** Links that were made here since. */
  made: number;
}

const known = new Map<string, Known>();
/** Above so many the oldest is forgotten; it is counted again. */
const WORKSPACES = 10_000;

/**
 * Room for some more links of the workspace. To count a million takes too long for each of them: it is done again when
 * a quarter of what was left is used up, so that several processes together stay within the bound. Throws 422.
 */
export async function requireRoom(
  ctx: Pick<LinksContext, 'config' | 'workspaceId'>,
  db: ScopedDb,
  more: number,
): Promise<void> {
  const most = ctx.config.linksPerWorkspace;
  let state = known.get(ctx.workspaceId);
  if (!state || state.made + more > (most - state.counted) / 4) {
    state = { counted: await db.count(links), made: 0 };
    known.delete(ctx.workspaceId);
    known.set(ctx.workspaceId, state);
    if (known.size > WORKSPACES) known.delete(known.keys().next().value ?? '');
  }
  if (state.counted + state.made + more > most) {
    throw new ApiError(
      'unprocessable',
      `A workspace can have at most ${most} links. Delete links that you no longer use.`,
    );
  }
  state.made += more;
}
