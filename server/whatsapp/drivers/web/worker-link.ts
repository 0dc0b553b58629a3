import type { Command, Report } from './protocol';
import { fromWire, toWire } from './wire';

export interface WorkerLink {
  post(command: Command): void;
  closed: Promise<void>;
  kill(): void;
}

interface WorkerEvents {
  report: (report: Report) => void;
  /** Called once, after an exit or after `kill`. */
  ended: (error: unknown) => void;
}

type StartWorker = (events: WorkerEvents) => WorkerLink;

const ENTRY = new URL('./worker/worker.ts', import.meta.url);

/** Only this program’s own worker writes reports. */
const reportOf = (text: unknown): Report => fromWire(String(text)) as Report;

function createEnding(ended: WorkerEvents['ended']) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasEnded = false;
  return {
    closed: promise,
    hasEnded: () => hasEnded,
    end(error: unknown): void {
      if (hasEnded) return;
      hasEnded = true;
      resolve();
      ended(error);
    },
  };
}

export const startThread: StartWorker = ({ report, ended }) => {
  const ending = createEnding(ended);
  const worker = new Worker(ENTRY.href, { ref: false });
  worker.addEventListener('message', ({ data }) => report(reportOf(data)));
  worker.addEventListener('error', (event) => ending.end(event.error ?? event.message));
  worker.addEventListener('close', () => ending.end('closed'));
  return {
    closed: ending.closed,
    post: (command) => worker.postMessage(toWire(command)),
    kill() {
      // Terminating an ended Worker can crash the process.
      if (!ending.hasEnded()) worker.terminate();
      ending.end('killed');
    },
  };
};

/** WhatsApp Web in an address space of its own. It inherits no variable, such as the secret key. */
export const startProcess: StartWorker = ({ report, ended }) => {
  const ending = createEnding(ended);
  const child = Bun.spawn([process.execPath, Bun.fileURLToPath(ENTRY)], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore'],
    serialization: 'json',
    ipc: (text) => report(reportOf(text)),
    onExit: (_, code, signal) => ending.end(`exited with ${signal ?? code}`),
  });
  child.unref();
  return {
    closed: ending.closed,
    post(command) {
      try {
        child.send(toWire(command));
      } catch {
        // The process has just exited, which `onExit` reports.
      }
    },
    kill: () => child.kill('SIGKILL'),
  };
};
