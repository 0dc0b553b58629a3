import { ApiError } from '../../errors';
import type { Log } from '../../log';
import type { DoneOf, RenderJob, RenderResult } from './messages';
import { startSlot, type WorkerSlot } from './slot';

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

/** Workspaces take turns. */
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
    const jobEnd = await slot.perform(work);
    lines.done(workspaceId);
    if ('broken' in jobEnd) {
      if (!isStopped) log.error({ reason: jobEnd.broken }, 'template worker crashed');
      result.reject(new ApiError('unavailable'));
    } else {
      if ('slowAt' in jobEnd) onKill();
      result.resolve(jobEnd);
    }
    if (slot.isClosed()) slots.delete(slot);
    else idle.push(slot);
    pump();
  };

  const free = (): WorkerSlot | undefined => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (!slot.isClosed()) return slot;
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
      if (!lines.add(workspaceId, { work, result })) throw tooManyJobs();
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

const tooManyJobs = (): ApiError =>
  new ApiError('rate_limited', {
    detail: 'Too many templates of the workspace are queued. Try again later.',
    headers: { 'Retry-After': '1' },
  });

interface Lines<T> {
  add(workspaceId: string, item: T): boolean;
  /** Other jobs of the workspace wait until `done`. */
  next(): { workspaceId: string; item: T } | undefined;
  done(workspaceId: string): void;
  turns(): number;
  drain(): T[];
}

function createLines<T>(maxWaiting: number): Lines<T> {
  const waiting = new Map<string, T[]>();
  /** Workspaces with waiting and without running jobs, in order. */
  const turns = new Set<string>();
  const running = new Set<string>();

  return {
    add(workspaceId, item) {
      const line = waiting.get(workspaceId) ?? [];
      if (line.length >= maxWaiting) return false;
      line.push(item);
      waiting.set(workspaceId, line);
      if (!running.has(workspaceId)) turns.add(workspaceId);
      return true;
    },
    next() {
      const [workspaceId] = turns;
      const line = workspaceId === undefined ? undefined : waiting.get(workspaceId);
      const item = line?.shift();
      if (workspaceId === undefined || line === undefined || item === undefined) return undefined;
      turns.delete(workspaceId);
      running.add(workspaceId);
      if (line.length === 0) waiting.delete(workspaceId);
      return { workspaceId, item };
    },
    done(workspaceId) {
      running.delete(workspaceId);
      if (waiting.has(workspaceId)) turns.add(workspaceId);
    },
    turns: () => turns.size,
    drain() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      turns.clear();
      return all;
    },
  };
}
