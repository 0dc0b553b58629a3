import { MOST_WAITING } from '../../../shared/limits';
import type { WorkspaceContext } from '../../context';
import { createSeats } from '../../limits/seats';
import type { StoredPage } from './list';
import { LOOK_EVERY_MS } from './waiting';
import { watchByRights } from './watch';

/** Each that waits reads again with every event of the workspace: so many do, others are answered at once. */
const waiting = createSeats();

type WaitContext = Pick<WorkspaceContext, 'actor' | 'auth' | 'hub' | 'signal' | 'workspaceId' | 'holdOpen'>;

/** Reads until there is something, at most for `waitMs`. */
export async function waitForEvents(
  ctx: WaitContext,
  look: () => Promise<StoredPage>,
  waitMs: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<StoredPage> {
  const leaveSeat = waiting.take([{ id: ctx.workspaceId, most: MOST_WAITING }]);
  if (!leaveSeat) return look();
  const { hub, workspaceId, signal, holdOpen } = ctx;
  try {
    return await watchByRights(ctx, { hub, workspaceId, signal, holdOpen, waitMs, lookEveryMs, look, isEnough });
  } finally {
    leaveSeat();
  }
}

const isEnough = (page: StoredPage): boolean => page.bodies.length > 0 || page.has_more;
