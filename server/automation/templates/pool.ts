import { ApiError } from '../../errors';
import type { Log } from '../../log';
import { createLines } from './lines';
import type { Done, DoneOf, Work } from './messages';
import { type Slot, startSlot } from './slot';

/** Work that was done, or at which part of it the Worker was killed. */
export type Performed<D extends Done = Done> = { done: D } | { slowAt: number };

export interface Pool {
  /** Throws 429 when too much of the workspace waits, 503 when a Worker breaks or the pool is stopped. */
  perform<W extends Work>(workspaceId: string, work: W): Promise<Performed<DoneOf<W>>>;
  stop(): void;
}

export interface PoolOptions {
  worker: string;
  /** Workers at most; none before there is work for it. */
  size: number;
  /** Milliseconds after which a Worker is killed. */
  killMs: number;
  /** Of one workspace. */
  mostWaiting: number;
  log: Log;
  onKill: () => void;
}

interface Job {
  work: Work;
  result: PromiseWithResolvers<Performed>;
}

/** Workers that workspaces take turns at. */
export function createPool({ worker, size, killMs, mostWaiting, log, onKill }: PoolOptions): Pool {
  const lines = createLines<Job>(mostWaiting);
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  let starting = 0;
  let isStopped = false;

  const refuseAll = (): void => {
    for (const { result } of lines.drain()) result.reject(new ApiError('unavailable'));
  };

  const start = async (): Promise<void> => {
    starting += 1;
    const slot = await startSlot(worker, killMs);
    starting -= 1;
    if (!slot) {
      log.error('template worker did not start');
      return refuseAll();
    }
    if (isStopped) return slot.end();
    slots.add(slot);
    idle.push(slot);
    pump();
  };

  const run = async (slot: Slot, workspaceId: string, { work, result }: Job): Promise<void> => {
    const ending = await slot.perform(work);
    lines.done(workspaceId);
    if ('broken' in ending) {
      if (!isStopped) log.error({ reason: ending.broken }, 'template worker crashed');
      result.reject(new ApiError('unavailable'));
    } else {
      if ('slowAt' in ending) onKill();
      result.resolve(ending);
    }
    if (slot.isOver()) slots.delete(slot);
    else idle.push(slot);
    pump();
  };

  const free = (): Slot | undefined => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (!slot.isOver()) return slot;
      slots.delete(slot);
    }
    return undefined;
  };

  const pump = (): void => {
    if (isStopped) return;
    while (lines.turns() > 0) {
      const slot = free();
      if (!slot) break;
      const next = lines.next();
      if (next) void run(slot, next.workspaceId, next.item);
    }
    while (lines.turns() > starting && slots.size + starting < size) void start();
  };

  return {
    async perform<W extends Work>(workspaceId: string, work: W) {
      if (isStopped) throw new ApiError('unavailable');
      const result = Promise.withResolvers<Performed>();
      if (!lines.add(workspaceId, { work, result })) throw tooMany();
      pump();
      return result.promise as Promise<Performed<DoneOf<W>>>;
    },
    stop() {
      isStopped = true;
      refuseAll();
      for (const slot of slots) slot.end();
    },
  };
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    detail: 'Too many templates of the workspace are queued. Try again later.',
    headers: { 'Retry-After': '1' },
  });
