import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `before`: the request never reaches the server. `after`: the server acts on it, and its answer is lost. */
export type Cut = 'before' | 'after';

/**
 * Stands in front of a server and cuts the connection of calls of one procedure, each try of them, until told to let
 * them pass. All else goes through, byte by byte.
 */
export async function startCuttingProxy(port: number, target: () => number) {
  let rule: { cut: Cut; start: string; onCut: () => void } | undefined;
  let cuts = 0;
  const sockets = new Set<Socket>();

  const serve = (client: Socket): void => {
    const server = connect(target(), '127.0.0.1');
    let isLost = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
      socket.on('error', end);
    }
    client.on('data', (bytes: Buffer) => {
      // A browser sends the next request only when the last one is answered: each begins with its line.
      if (rule !== undefined && bytes.subarray(0, rule.start.length).toString('latin1') === rule.start) {
        cuts += 1;
        rule.onCut();
        if (rule.cut === 'before') return end();
        isLost = true;
      }
      server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (isLost) end();
      else client.write(bytes);
    });
  };

  const sever = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const listening = Promise.withResolvers<void>();
  const proxy = createServer(serve).listen(port, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  return {
    port: (proxy.address() as AddressInfo).port,
    /** From now on nothing comes back of calls of this procedure. */
    cut: (cut: Cut, procedure: string, onCut: () => void = () => {}) => {
      cuts = 0;
      rule = { cut, start: `POST /trpc/${procedure}`, onCut };
    },
    /** How many requests were cut since. */
    cuts: () => cuts,
    heal: () => {
      rule = undefined;
    },
    /** Ends what is open: streams too. */
    sever,
    stop: () => {
      proxy.close();
      sever();
    },
  };
}
