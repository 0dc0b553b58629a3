import { Connection, type ConnectionEvents, type SocketData } from './connection';
import { logIn } from './login';
import { offerQr } from './pairing/qr';
import { handleNode } from './stanzas/handle';
import type { World } from './world';

export interface PeerServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** The WebSocket server that clients connect to. */
export function startServer(world: World, port: number): PeerServer {
  const events: ConnectionEvents = {
    open(connection, payload) {
      if (!payload.devicePairingData) return logIn(world, connection, payload);
      // The answer to the QR codes comes through this same connection, which must not wait for it.
      if (world.isRefusingPairing) connection.close();
      else void offerQr(world, connection);
    },
    node: (connection, node) => handleNode(world, connection, node),
    fault: (text) => world.fault(text),
  };
  const server = Bun.serve<SocketData>({
    hostname: '127.0.0.1',
    port,
    async fetch(request, self) {
      if (world.isRefusing) return new Response('refused', { status: 503 });
      if (request.headers.get('upgrade') === null) return world.media.handle(request);
      world.waiting += 1;
      await world.entry;
      world.waiting -= 1;
      const isUpgraded = self.upgrade(request, { data: { connection: null } });
      return isUpgraded ? undefined : new Response('not found', { status: 404 });
    },
    websocket: {
      open(socket) {
        socket.data.connection = new Connection(socket, world.authority, events);
        world.connections.add(socket.data.connection);
        world.changed();
      },
      message(socket, data) {
        socket.data.connection?.receive(Buffer.from(data));
      },
      close(socket) {
        const { connection } = socket.data;
        if (connection === null) return;
        world.connections.delete(connection);
        for (const ref of connection.refs) world.refs.delete(ref);
        if (connection.companion?.connection === connection) connection.companion.connection = null;
        world.changed();
      },
    },
  });
  world.mediaHost = `127.0.0.1:${server.port}`;
  return { port: server.port ?? 0, stop: () => server.stop(true) };
}
