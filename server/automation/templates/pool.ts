import { ApiError } from '../../errors';
import type { Log } from '../../log';
import { createLines } from './lines';
import type { RenderResult, DoneOf, RenderJob } from './messages';
import { type WorkerSlot, startSlot } from './slot';

type Performed<D extends RenderResult = RenderResult> = { done: D } | { slowAt: number };

interface Pool {
  /** Throws 429 when too many jobs of the workspace wait, 503 when a Worker breaks or the pool is stopped. */
  perform<W extends RenderJob>(workspaceId: string, work: W): Promise<Performed<DoneOf<W>>>;
  stop(): void;
}

export interface PoolOptions {
  worker: string;
  size: number;
  killMs: number;
  maxWaiting: number;
  log: Log;
  onKill: () => void;
}

interface Job {
  work: RenderJob;
  result: PromiseWithResolvers<Performed>;
}

/** A pool of Workers that workspaces share in turns. */
export function createPool({ worker, size, killMs, maxWaiting, log, onKill }: PoolOptions): Pool {
  const lines = createLines<Job>(maxWaiting);
  const slots = new Set<WorkerSlot>();
  const idle: WorkerSlot[] = [];
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

  const run = async (slot: WorkerSlot, workspaceId: string, { work, result }: Job): Promise<void> => {
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

  const free = (): WorkerSlot | undefined => {
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
    async perform<W extends RenderJob>(workspaceId: string, work: W) {
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
