import type { Done, FromWorker, ToWorker, Work } from './messages';

/** How work in a Worker ends: done, too slow while at that part of it, or with the Worker broken. */
export type Ending = { done: Done } | { slowAt: number } | { broken: string };

/** A Worker of the pool. */
export interface Slot {
  /** Does one thing at a time. */
  perform(work: Work): Promise<Ending>;
  /** It was too slow, failed, or was ended: nothing is given to it any more. */
  isOver(): boolean;
  end(): void;
}

/** A Worker that does not even start within these milliseconds never will. */
const START_MS = 20_000;

/** Starts a Worker. Null where it does not come up. */
export async function startSlot(url: string, killMs: number): Promise<Slot | null> {
  const worker = new Worker(url, { ref: false, smol: true });
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const started = Promise.withResolvers<boolean>();
  let current: PromiseWithResolvers<Ending> | undefined;
  let isOver = false;

  const end = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    started.resolve(false);
    current?.resolve(ending);
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
      const own = Promise.withResolvers<Ending>();
      current = own;
      const kill = (): void => {
        if (current === own) end({ slowAt: Atomics.load(new Int32Array(progress), 0) });
      };
      // An answer that came while this thread was busy still counts.
      const timer = setTimeout(() => setImmediate(kill), killMs);
      worker.postMessage({ work } satisfies ToWorker);

      const ending = await own.promise;
      clearTimeout(timer);
      current = undefined;
      return ending;
    },
    isOver: () => isOver,
    end: () => end({ broken: 'It was ended.' }),
  };
}
