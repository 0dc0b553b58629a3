import { ApiError } from '../../errors';
import type { EventsContext } from '../context';
import type { EventFrame, Hub } from '../hub';
import { createBell } from './bell';
import { refsOf } from './waiting';

const MARGIN_SECONDS = 10;

interface Watch<T> {
  hub: Hub;
  workspaceId: string;
  signal: AbortSignal | undefined;
  holdOpen: ((seconds: number) => void) | undefined;
  waitMs: number;
  pollMs: number;
  look: () => Promise<T>;
  isEnough: (found: T) => boolean;
  /** Whether events require another read; every event does if absent. */
  concerns?: (frames: readonly EventFrame[]) => boolean;
}

/** Ends early when the client disconnects or the process stops. */
export async function watch<T>(of: Watch<T>, bell = createBell()): Promise<T> {
  const { hub, workspaceId, signal, holdOpen, waitMs, pollMs, look, isEnough, concerns = always } = of;
  const deadline = performance.now() + waitMs;
  if (waitMs > 0) holdOpen?.(waitMs / 1000 + MARGIN_SECONDS);
  // Subscribes before the first read, so that no event is missed.
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
      await bell.wait(Math.min(left, pollMs));
    }
  } finally {
    leave();
    hub.closing.removeEventListener('abort', bell.ring);
    signal?.removeEventListener('abort', bell.ring);
  }
}

const always = (): boolean => true;

type Rights = Pick<EventsContext, 'actor' | 'auth' | 'workspaceId'>;

/** Also ends when the caller's rights change. */
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
