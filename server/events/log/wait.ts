import { tooManyWaiting } from '../../limits/waiters';
import type { EventsContext } from '../context';
import type { StoredPage } from './list';
import { LOOK_EVERY_MS } from './waiting';
import { watchByRights } from './watch';

type WaitContext = Pick<EventsContext, 'actor' | 'auth' | 'hub' | 'limits' | 'signal' | 'workspaceId' | 'holdOpen'>;

/** Reads until there is something, at most for `waitMs`. Throws 429 where there is nothing and too many wait already. */
export async function waitForEvents(
  ctx: WaitContext,
  look: () => Promise<StoredPage>,
  waitMs: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<StoredPage> {
  const leaveSeat = ctx.limits.takeWaiter('events', ctx.workspaceId);
  if (!leaveSeat) {
    const page = await look();
    if (isEnough(page)) return page;
    throw tooManyWaiting();
  }
  const { hub, workspaceId, signal, holdOpen } = ctx;
  try {
    return await watchByRights(ctx, { hub, workspaceId, signal, holdOpen, waitMs, lookEveryMs, look, isEnough });
  } finally {
    leaveSeat();
  }
}

const isEnough = (page: StoredPage): boolean => page.bodies.length > 0 || page.has_more;
