import { ApiError } from '../../errors';
import type { EventsContext } from '../context';
import type { EventFrame } from '../hub';
import { authRefsOf, onRequestEnd } from './open-stream';
import { createWakeSignal } from './wake-signal';

const MARGIN_SECONDS = 10;

type WatchContext = Pick<EventsContext, 'hub' | 'workspaceId' | 'signal' | 'holdOpen'>;

interface Watch<T> {
  waitMs: number;
  pollMs: number;
  read: () => Promise<T>;
  isEnough: (found: T) => boolean;
  /** Defaults to every event. */
  concerns?: (frames: readonly EventFrame[]) => boolean;
}

/** Returns early when the client disconnects or the process stops. */
export async function watch<T>(ctx: WatchContext, of: Watch<T>, wakeSignal = createWakeSignal()): Promise<T> {
  const { hub, workspaceId, signal, holdOpen } = ctx;
  const { waitMs, pollMs, read, isEnough, concerns = always } = of;
  const deadline = performance.now() + waitMs;
  if (waitMs > 0) holdOpen?.(waitMs / 1000 + MARGIN_SECONDS);
  // Subscribes before the first read, so that no event is missed.
  const unsubscribe = hub.subscribe(workspaceId, (frames) => {
    if (concerns(frames)) wakeSignal.ring();
  });
  const stopListening = onRequestEnd(ctx, wakeSignal.ring);
  try {
    for (;;) {
      wakeSignal.still();
      const found = await read();
      const left = deadline - performance.now();
      if (isEnough(found) || left <= 0 || hub.closing.aborted || signal?.().aborted) return found;
      await wakeSignal.wait(Math.min(left, pollMs));
    }
  } finally {
    unsubscribe();
    stopListening();
  }
}

const always = (): boolean => true;

/** Also returns when the caller’s rights change. */
export async function watchByRights<T>(
  ctx: WatchContext & Pick<EventsContext, 'actor' | 'auth'>,
  of: Watch<T>,
): Promise<T> {
  const wakeSignal = createWakeSignal();
  const refs = authRefsOf(ctx);
  let isRevoked = false;
  const revoke = (): void => {
    isRevoked = true;
    wakeSignal.ring();
  };
  const read = async (): Promise<T> => {
    const found = await of.read();
    if (!isRevoked) return found;
    throw new ApiError('unavailable', {
      detail: 'The permissions of the caller have changed. Repeat the request.',
      headers: { 'Retry-After': '1' },
    });
  };
  const stopListening = ctx.auth.onChange(({ ref }) => refs.includes(ref) && revoke(), revoke);
  try {
    return await watch(ctx, { ...of, read }, wakeSignal);
  } finally {
    stopListening();
  }
}
