import type { Socket } from 'bun';

interface Tunnel {
  upstream: Socket | undefined;
}

/** An HTTP proxy at a loopback address that opens tunnels, and the addresses that it was asked for. */
export function startProxy() {
  const asked: string[] = [];
  const server = Bun.listen<Tunnel>({
    hostname: '127.0.0.1',
    port: 0,
    data: { upstream: undefined },
    socket: {
      open(client) {
        client.data = { upstream: undefined };
      },
      async data(client, chunk) {
        if (client.data.upstream) {
          client.data.upstream.write(chunk);
          return;
        }
        const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+)/.exec(chunk.toString()) ?? [];
        asked.push(`${host}:${port}`);
        client.data.upstream = await Bun.connect({
          hostname: host,
          port: Number(port),
          socket: {
            open: () => void client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
            data: (_, answer) => void client.write(answer),
            close: () => void client.end(),
          },
        });
      },
      close: (client) => void client.data.upstream?.end(),
    },
  });
  return {
    asked,
    url: `http://user:password@127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  };
}
