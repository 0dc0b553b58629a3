import { ApiError } from '../../errors';
import type { EventsContext } from '../context';
import type { EventFrame, Hub } from '../hub';
import { createBell } from './bell';
import { refsOf } from './waiting';

/** The connection outlives the wait by this, so that the answer gets through. */
const MARGIN_SECONDS = 10;

interface Watch<T> {
  hub: Hub;
  workspaceId: string;
  signal: AbortSignal | undefined;
  holdOpen: ((seconds: number) => void) | undefined;
  waitMs: number;
  /** What other processes do comes to light by looking again this often. */
  lookEveryMs: number;
  look: () => Promise<T>;
  isEnough: (found: T) => boolean;
  /** Whether events are worth another look; all are without it. */
  concerns?: (frames: readonly EventFrame[]) => boolean;
}

/**
 * Looks until there is enough, at most for `waitMs`. It ends early, with what there is, when the client has gone or the
 * process stops.
 */
export async function watch<T>(of: Watch<T>, bell = createBell()): Promise<T> {
  const { hub, workspaceId, signal, holdOpen, waitMs, lookEveryMs, look, isEnough, concerns = always } = of;
  const deadline = performance.now() + waitMs;
  if (waitMs > 0) holdOpen?.(waitMs / 1000 + MARGIN_SECONDS);
  // Listening begins before the first look: an event between the two would be missed the other way round.
  const leave = hub.subscribe(workspaceId, (frames) => {
    if (concerns(frames)) bell.ring();
  });
  hub.closing.addEventListener('abort', bell.ring);
  signal?.addEventListener('abort', bell.ring);
  try {
    for (;;) {
      bell.still();
      const found = await look();
      const left = deadline - performance.now();
      if (isEnough(found) || left <= 0 || hub.closing.aborted || signal?.aborted) return found;
      await bell.wait(Math.min(left, lookEveryMs));
    }
  } finally {
    leave();
    hub.closing.removeEventListener('abort', bell.ring);
    signal?.removeEventListener('abort', bell.ring);
  }
}

const always = (): boolean => true;

type Rights = Pick<EventsContext, 'actor' | 'auth' | 'workspaceId'>;

/** As `watch`, for as long as the caller’s rights stay as they are: then the caller asks again, and is judged anew. */
export async function watchByRights<T>(ctx: Rights, of: Watch<T>): Promise<T> {
  const bell = createBell();
  const refs = refsOf(ctx);
  let isRevoked = false;
  const revoke = (): void => {
    isRevoked = true;
    bell.ring();
  };
  const look = async (): Promise<T> => {
    const found = await of.look();
    if (!isRevoked) return found;
    throw new ApiError('unavailable', {
      detail: 'The permissions of the caller have changed. Repeat the request.',
      headers: { 'Retry-After': '1' },
    });
  };
  const forget = ctx.auth.onChange(({ ref }) => refs.includes(ref) && revoke(), revoke);
  try {
    return await watch({ ...of, look }, bell);
  } finally {
    forget();
  }
}
