import { MOST_WAITING } from '../../../shared/event-log';
import type { WorkspaceContext } from '../../context';
import { ApiError } from '../../errors';
import { createSeats } from '../../limits/seats';
import type { StoredPage } from './list';
import { LOOK_EVERY_MS, refsOf } from './waiting';

/** The connection outlives the wait by this, so that the answer gets through. */
const MARGIN_SECONDS = 10;
/** Each that waits reads again with every event of the workspace: so many do, others are answered at once. */
const waiting = createSeats();

/**
 * Reads until there is something, at most for `waitMs`. It ends early, with what there is, when the client has gone or
 * the process stops.
 */
export async function waitForEvents(
  ctx: WaitContext,
  read: () => Promise<StoredPage>,
  waitMs: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<StoredPage> {
  const leaveSeat = waiting.take([{ id: ctx.workspaceId, most: MOST_WAITING }]);
  if (!leaveSeat) return read();
  try {
    return await watch(ctx, read, waitMs, lookEveryMs);
  } finally {
    leaveSeat();
  }
}

type WaitContext = Pick<WorkspaceContext, 'actor' | 'auth' | 'hub' | 'signal' | 'workspaceId' | 'holdOpen'>;

async function watch(
  ctx: WaitContext,
  read: () => Promise<StoredPage>,
  waitMs: number,
  lookEveryMs: number,
): Promise<StoredPage> {
  const { hub, signal } = ctx;
  const deadline = performance.now() + waitMs;
  ctx.holdOpen?.(waitMs / 1000 + MARGIN_SECONDS);

  let wake = nothing;
  let woken = false;
  const ring = (): void => {
    woken = true;
    wake();
  };
  // Listening begins before the first look: an event between the two would be missed the other way round.
  const leave = hub.subscribe(ctx.workspaceId, ring);
  const refs = refsOf(ctx);
  let revoked = false;
  const check = (): void => {
    revoked = true;
    ring();
  };
  const forget = ctx.auth.onChange(({ ref }) => refs.includes(ref) && check(), check);
  hub.closing.addEventListener('abort', ring);
  signal?.addEventListener('abort', ring);

  try {
    for (;;) {
      woken = false;
      const page = await read();
      // Rights changed while it waited: the caller asks again, and is judged anew.
      if (revoked)
        throw new ApiError('unavailable', {
          detail: 'Rights have changed; ask again.',
          headers: { 'Retry-After': '1' },
        });
      const left = deadline - performance.now();
      if (page.bodies.length > 0 || page.has_more || left <= 0 || hub.closing.aborted || signal?.aborted) return page;
      if (!woken) await rest(Math.min(left, lookEveryMs), (end) => (wake = end));
    }
  } finally {
    leave();
    forget();
    hub.closing.removeEventListener('abort', ring);
    signal?.removeEventListener('abort', ring);
  }
}

const nothing = (): void => {};

/** Resolves after a time, or when the function given to `onWake` is called. */
export function rest(milliseconds: number, onWake: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    onWake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
