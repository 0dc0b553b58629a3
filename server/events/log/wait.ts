import type { EventPage } from '../../../shared/events/log';
import { tooManyWaiting } from '../../limits/charge';
import type { EventsContext } from '../context';
import { POLL_MS } from './open-stream';
import { watchByRights } from './watch';

export interface StoredPage extends Omit<EventPage, 'data'> {
  bodies: string[];
}

/** Throws 429 when too many callers wait. */
export async function waitForEvents(
  ctx: EventsContext,
  read: () => Promise<StoredPage>,
  waitMs: number,
  pollMs = POLL_MS,
): Promise<StoredPage> {
  const leaveSeat = ctx.limits.takeWaiter('events', ctx.workspaceId);
  if (!leaveSeat) {
    const page = await read();
    if (isEnough(page)) return page;
    throw tooManyWaiting();
  }
  try {
    return await watchByRights(ctx, { waitMs, pollMs, read, isEnough });
  } finally {
    leaveSeat();
  }
}

const isEnough = (page: StoredPage): boolean => page.bodies.length > 0 || page.has_more;
