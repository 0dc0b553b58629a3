import type { DriverInstance } from '../driver';
import type { DriverEvent } from '../driver-events';

interface ProxiedSocket {
  instance: DriverInstance;
  fence: number;
  /** With the address that was checked. */
  pinnedUrl: string | null;
}

interface NamedProxyOptions {
  pin: (proxyUrl: string | null) => Promise<string | null>;
  start: (instance: DriverInstance, fence: number) => Promise<void>;
}

/** Between two tries to start a socket at the new address of its proxy. */
const PAUSE_MS = 1000;

/** Sockets keep the address of their proxy, so a proxy that moves is looked up again when its connection fails. */
export function createNamedProxies({ pin, start }: NamedProxyOptions) {
  const sockets = new Map<string, ProxiedSocket>();

  /** False once the socket was closed, or opened again. */
  const isWanted = (socket: ProxiedSocket): boolean => sockets.get(socket.instance.id) === socket;

  const startPinned = ({ instance, fence, pinnedUrl }: ProxiedSocket): Promise<void> =>
    start({ ...instance, proxyUrl: pinnedUrl }, fence);

  /** The socket before it has ended: one that does not start has no events that would lead here again. */
  async function startAgain(socket: ProxiedSocket): Promise<void> {
    while (isWanted(socket)) {
      try {
        return await startPinned(socket);
      } catch {
        await Bun.sleep(PAUSE_MS);
      }
    }
  }

  return {
    /** Starts the socket with the checked address of its proxy. */
    async open(instance: DriverInstance, fence: number): Promise<void> {
      const socket: ProxiedSocket = { instance, fence, pinnedUrl: instance.proxyUrl };
      sockets.set(instance.id, socket);
      socket.pinnedUrl = await pin(instance.proxyUrl);
      if (isWanted(socket)) await startPinned(socket);
    },
    close: (instanceId: string): void => void sockets.delete(instanceId),
    /** Opens the socket again when its connection has failed and the proxy has another address. */
    async follow(instanceId: string, events: readonly DriverEvent[]): Promise<void> {
      const socket = sockets.get(instanceId);
      if (socket === undefined || !events.some((event) => hasFailed(event, socket))) return;
      // An address that is refused now leaves the socket with the one that was allowed.
      const pinnedUrl = await pin(socket.instance.proxyUrl).catch(() => socket.pinnedUrl);
      if (pinnedUrl === socket.pinnedUrl) return;
      socket.pinnedUrl = pinnedUrl;
      await startAgain(socket);
    },
    shutDown: (): void => sockets.clear(),
  };
}

const hasFailed = (event: DriverEvent, { instance }: ProxiedSocket): boolean =>
  event.kind === 'connection' && event.status === 'reconnecting' && event.generation === instance.generation;
