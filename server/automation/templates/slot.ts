import type { RenderResult, FromWorker, ToWorker, RenderJob } from './messages';

/** Result, timeout at a part of the work, or a broken Worker. */
type JobEnd = { done: RenderResult } | { slowAt: number } | { broken: string };

export interface WorkerSlot {
  perform(work: RenderJob): Promise<JobEnd>;
  /** It timed out, failed or was stopped, and gets no more work. */
  isClosed(): boolean;
  end(): void;
}

/** A Worker that does not start within this time is given up. */
const START_MS = 20_000;

/** Null when the Worker does not start. */
export async function startSlot(url: string, killMs: number): Promise<WorkerSlot | null> {
  const worker = new Worker(url, { ref: false, smol: true });
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
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
    if ('ready' in data) started.resolve(true);
    else if ('done' in data) current?.resolve(data);
    else end({ broken: data.crashed });
  });
  worker.addEventListener('error', (event) => end({ broken: event.message }));
  worker.addEventListener('close', () => end({ broken: 'It ended by itself.' }));

  const late = setTimeout(end, START_MS, { broken: 'It does not start.' });
  const isStarted = await started.promise;
  clearTimeout(late);
  if (!isStarted) return null;
  worker.postMessage({ progress } satisfies ToWorker);

  return {
    async perform(work) {
      const own = Promise.withResolvers<JobEnd>();
      current = own;
      const kill = (): void => {
        if (current === own) end({ slowAt: Atomics.load(new Int32Array(progress), 0) });
      };
      // An answer that arrived while this thread was busy still counts.
      const timer = setTimeout(() => setImmediate(kill), killMs);
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
