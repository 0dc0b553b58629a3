import { connect, createServer, type Socket } from 'node:net';

import { freePort } from '../support/free-port';

/**
 * A wire between a server and its PostgreSQL that can hold back every byte, or be cut. `url` is that of the database
 * through the wire.
 */
export async function openWire(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  const state = { stalled: false };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('close', end);
      from.on('error', end);
      if (state.stalled) from.pause();
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve));
  // One that is still free after a cut.
  const port = await freePort();
  await listen(port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  return {
    url: url.href,
    stall() {
      state.stalled = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    resume() {
      state.stalled = false;
      for (const socket of [...pairs].flat()) socket.resume();
    },
    /** Connections that are new from here on work; the old ones stay silent for ever, as after a firewall forgot them. */
    resumeNew: () => void (state.stalled = false),
    /** Those that are open go silent; new ones work. */
    stallOld() {
      for (const socket of [...pairs].flat()) socket.pause();
    },
    /** Ends every connection and refuses new ones, until `mend`. */
    cut() {
      server.close();
      for (const socket of [...pairs].flat()) socket.destroy();
    },
    mend: () => listen(port),
    async [Symbol.asyncDispose]() {
      for (const socket of [...pairs].flat()) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
