import type { Socket } from 'bun';

interface Tunnel {
  upstream: Socket | undefined;
  /** Both ends stay open, and nothing comes through. */
  isDead?: boolean;
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const REQUEST = /^(CONNECT |[A-Z]+ http:\/\/)([^:/]+):(\d+)/;

/** An HTTP proxy at a loopback address, and the addresses that it was asked for. */
export function startProxy() {
  const asked: string[] = [];
  const tunnels = new Set<Tunnel>();
  const server = Bun.listen<Tunnel>({
    hostname: '127.0.0.1',
    port: 0,
    data: { upstream: undefined },
    socket: {
      open(client) {
        client.data = { upstream: undefined };
        tunnels.add(client.data);
      },
      async data(client, chunk) {
        const tunnel = client.data;
        if (tunnel.isDead) return;
        const [, method, host = '', port = ''] = REQUEST.exec(chunk.toString('latin1')) ?? [];
        if (method) asked.push(`${host}:${port}`);
        if (client.data.upstream) {
          client.data.upstream.write(chunk);
          return;
        }
        client.data.upstream = await Bun.connect({
          hostname: host,
          port: Number(port),
          socket: {
            open: (upstream) => void (method === 'CONNECT ' ? client.write(ESTABLISHED) : upstream.write(chunk)),
            data: (_, answer) => void (tunnel.isDead || client.write(answer)),
            close: () => void (tunnel.isDead || client.end()),
          },
        });
      },
      close: (client) => void client.data.upstream?.end(),
    },
  });
  return {
    asked,
    url: `http://user:password@127.0.0.1:${server.port}`,
    /** As if the network of all present connections were gone. */
    goDead(): void {
      for (const tunnel of tunnels) tunnel.isDead = true;
    },
    stop: () => server.stop(true),
  };
}
