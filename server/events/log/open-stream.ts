import { LIMITS } from '../../../shared/limits';
import { ApiError } from '../../errors';
import type { EventsContext, EventsRequest } from '../context';
import { createWakeSignal } from './wake-signal';

export const POLL_MS = 1000;

/** A change of any of them ends open streams and waits. */
export const authRefsOf = ({ actor, workspaceId }: Pick<EventsContext, 'actor' | 'workspaceId'>): string[] =>
  actor.type === 'key' ? [actor.keyId, workspaceId] : [actor.sessionId, actor.userId, workspaceId];

/** Calls `end` when the client disconnects or the process stops. Returns a function that stops listening. */
export function onRequestEnd({ hub, signal }: Pick<EventsContext, 'hub' | 'signal'>, end: () => void): () => void {
  const signals = signal ? [hub.closing, signal()] : [hub.closing];
  for (const one of signals) one.addEventListener('abort', end);
  if (signals.some(({ aborted }) => aborted)) end();
  return () => {
    for (const one of signals) one.removeEventListener('abort', end);
  };
}

interface StreamOptions {
  seats: Parameters<EventsContext['limits']['streams']['take']>[0];
  fullDetail: string;
  authRefs: readonly string[];
}

/** Throws 429 without a free seat. */
export function openStream(ctx: EventsRequest, { seats, fullDetail, authRefs }: StreamOptions) {
  const leaveSeat = ctx.limits.streams.take(seats);
  if (!leaveSeat) throw new ApiError('rate_limited', { detail: fullDetail, headers: { 'Retry-After': '30' } });
  const wakeSignal = createWakeSignal();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    wakeSignal.ring();
  };
  ctx.holdOpen?.(0);
  const cleanups = [
    leaveSeat,
    () => ctx.holdOpen?.(LIMITS.idleSeconds),
    ctx.auth.onChange(({ ref }) => authRefs.includes(ref) && end(), end),
    onRequestEnd(ctx, end),
  ];
  return {
    wakeSignal,
    end,
    isOver: () => isOver,
    onClose: (cleanup: () => void): void => void cleanups.push(cleanup),
    close: (): void => {
      for (const cleanup of cleanups) cleanup();
    },
  };
}
