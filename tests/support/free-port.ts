import { createServer } from 'node:net';

/**
 * Below the ports that the system assigns by itself: what is free stays so until it is listened on. Above
 * 10,080, to which no browser connects.
 */
const FIRST_PORT = 11_000;
const PORTS_PER_WORKER = 2000;
const WORKERS = 10;
/** Of the processes that share the tests of a run; those of the browser have names of their own. */
const worker = Number(Bun.env['TEST_PARALLEL_INDEX'] ?? Bun.env['BUN_TEST_WORKER_ID'] ?? 0);
let asked = process.pid;

/** A port that nobody listens on, and no other worker of this run is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    asked += 1;
    const port = FIRST_PORT + (worker % WORKERS) * PORTS_PER_WORKER + (asked % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer().once('error', () => resolve(false));
  probe.listen(port, '127.0.0.1', () => void probe.close(() => resolve(true)));
  return promise;
}
