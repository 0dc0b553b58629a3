import type { Log } from '../../../log';
import type { DrainSetup, DrainVerb, DrainVerbs, FromDrain, ToDrain } from './drain-messages';

const WAKE_MS = 20;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5000;
const STOP_MS = 5000;

interface DrainerOptions {
  setup: DrainSetup;
  log: Log;
  onMessage: (message: Exclude<FromDrain, { type: 'answer' | 'ready' | 'failed' }>) => void;
}

export interface Drainer {
  wake(): void;
  /** The next Worker repeats the call when this one dies. */
  call<V extends DrainVerb>(verb: V, ...args: Parameters<DrainVerbs[V]>): Promise<ReturnType<DrainVerbs[V]>>;
  /** For tests. */
  crash(): void;
  stop(): Promise<void>;
}

export function createDrainer({ setup, log, onMessage }: DrainerOptions): Drainer {
  const waiting = new Map<number, { message: ToDrain; answered: PromiseWithResolvers<unknown> }>();
  let worker: Worker | undefined;
  let wakes: ReturnType<typeof setTimeout> | undefined;
  let restart: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;
  let lastId = 0;
  let isStopped = false;

  const post = (message: ToDrain): void => worker?.postMessage(message);

  const ended = (own: Worker, error: unknown): void => {
    if (own !== worker) return;
    worker = undefined;
    own.terminate();
    if (isStopped) return;
    log.error({ err: error, pause }, 'click drain stopped, restarting');
    restart = setTimeout(start, pause);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  };

  const start = (): void => {
    restart = undefined;
    if (worker !== undefined || isStopped) return;
    const own = new Worker(new URL('./drain.worker.ts', import.meta.url).href, { ref: false });
    worker = own;
    own.addEventListener('message', ({ data }: MessageEvent<FromDrain>) => {
      if (data.type === 'answer') settle(data);
      else if (data.type === 'failed') {
        const { error, code, errno } = data;
        log.warn({ err: Object.assign(new Error(error), { code, errno }) }, 'clicks not drained, retrying');
      } else if (data.type !== 'ready') {
        if (data.type === 'drained') pause = FIRST_PAUSE_MS;
        onMessage(data);
      }
    });
    own.addEventListener('error', (event) => ended(own, event.error ?? event.message));
    own.addEventListener('close', () => ended(own, 'closed'));
    post({ type: 'setup', setup });
    for (const { message } of waiting.values()) post(message);
  };

  const settle = ({ id, value, error }: Extract<FromDrain, { type: 'answer' }>): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.answered.resolve(value);
    else one?.answered.reject(new Error(`The drain of clicks failed: ${error}`));
  };

  const drainer: Drainer = {
    wake() {
      wakes ??= setTimeout(() => {
        wakes = undefined;
        if (worker) post({ type: 'wake' });
        else if (restart === undefined) start();
      }, WAKE_MS);
    },

    call(verb, ...args) {
      if (isStopped && verb !== 'stop') return Promise.reject(new Error('The drain of clicks has stopped.'));
      lastId += 1;
      const message: ToDrain = { type: 'call', id: lastId, verb, args };
      const answered = Promise.withResolvers<unknown>();
      waiting.set(lastId, { message, answered });
      if (worker) post(message);
      else if (restart === undefined) start();
      return answered.promise as ReturnType<typeof drainer.call<typeof verb>>;
    },

    crash() {
      const own = worker;
      if (own) ended(own, 'crashed');
    },

    async stop() {
      clearTimeout(wakes);
      clearTimeout(restart);
      isStopped = true;
      const own = worker;
      if (own === undefined) return;
      // The Worker releases its lease and files; a hanging one is terminated.
      const closed = new Promise<void>((resolve) => own.addEventListener('close', () => resolve()));
      await Promise.race([drainer.call('stop'), Bun.sleep(STOP_MS)]);
      worker = undefined;
      const hasClosed = await Promise.race([closed.then(() => true), Bun.sleep(STOP_MS).then(() => false)]);
      // Terminating an ended Worker can crash the process.
      if (!hasClosed) own.terminate();
      for (const { answered } of waiting.values()) answered.reject(new Error('The drain of clicks has stopped.'));
      waiting.clear();
    },
  };
  return drainer;
}
