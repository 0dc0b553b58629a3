import { STARVED_MS } from './limits';
import { NOT_BEGUN, PROGRESS, type RenderResult, type FromWorker, type ToWorker, type RenderJob } from './messages';
import { processorMsOf } from './processor-time';

/** `slowAt` is the index of the part that timed out. */
type JobEnd = { done: RenderResult } | { slowAt: number } | { broken: string };

export interface WorkerSlot {
  perform(work: RenderJob): Promise<JobEnd>;
  /** True after a timeout, a failure or a stop. */
  isClosed(): boolean;
  end(): void;
}

const START_MS = 20_000;
const LOOK_AGAIN_MS = 10;

export async function startSlot(url: string, killMs: number): Promise<WorkerSlot | null> {
  const worker = new Worker(url, { ref: false, smol: true });
  const memory = new SharedArrayBuffer(PROGRESS.length * Int32Array.BYTES_PER_ELEMENT);
  const progress = new Int32Array(memory);
  let thread: string | null = null;
  const started = Promise.withResolvers<boolean>();
  let current: PromiseWithResolvers<JobEnd> | undefined;
  let isClosed = false;

  const end = (jobEnd: JobEnd): void => {
    if (isClosed) return;
    isClosed = true;
    worker.terminate();
    started.resolve(false);
    current?.resolve(jobEnd);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('ready' in data) {
      ({ thread } = data);
      started.resolve(true);
    } else if ('done' in data) current?.resolve(data);
    else end({ broken: data.crashed });
  });
  worker.addEventListener('error', (event) => end({ broken: event.message }));
  worker.addEventListener('close', () => end({ broken: 'It ended by itself.' }));

  const late = setTimeout(end, START_MS, { broken: 'It does not start.' });
  const isStarted = await started.promise;
  clearTimeout(late);
  if (!isStarted) return null;
  worker.postMessage({ progress: memory } satisfies ToWorker);

  /** Of the job that is performed. */
  const usedMs = (): number => {
    const used = processorMsOf(thread);
    const beganAtMs = Atomics.load(progress, PROGRESS.beganAtMs);
    return Number.isFinite(used) && beganAtMs === NOT_BEGUN ? 0 : used - beganAtMs;
  };

  return {
    async perform(work) {
      const own = Promise.withResolvers<JobEnd>();
      current = own;
      const latest = performance.now() + Math.max(killMs, STARVED_MS);
      const look = (): void => {
        if (current !== own) return;
        const leftMs = killMs - usedMs();
        if (leftMs > 0 && performance.now() < latest) timer = lookIn(Math.max(leftMs, LOOK_AGAIN_MS));
        else end({ slowAt: Atomics.load(progress, PROGRESS.part) });
      };
      // An answer that arrived while this thread was busy still counts.
      const lookIn = (ms: number) => setTimeout(() => setImmediate(look), ms);
      let timer = lookIn(killMs);
      progress.set([0, NOT_BEGUN]);
      worker.postMessage({ work } satisfies ToWorker);

      const jobEnd = await own.promise;
      clearTimeout(timer);
      current = undefined;
      return jobEnd;
    },
    isClosed: () => isClosed,
    end: () => end({ broken: 'It was ended.' }),
  };
}
