import type { DriverInstance } from '../driver';
import type { DriverEvent } from '../driver-events';

interface ProxiedSocket {
  instance: DriverInstance;
  fence: number;
  pinnedUrl: string | null;
}

interface NamedProxyOptions {
  pin: (proxyUrl: string | null) => Promise<string | null>;
  start: (instance: DriverInstance, fence: number) => Promise<void>;
}

/** Between two attempts to start a socket at the new address of its proxy. */
const PAUSE_MS = 1000;

/** Sockets keep the address of their proxy, so the name is resolved again when their connection fails. */
export function createNamedProxies({ pin, start }: NamedProxyOptions) {
  const sockets = new Map<string, ProxiedSocket>();

  const isWanted = (socket: ProxiedSocket): boolean => sockets.get(socket.instance.id) === socket;

  const startPinned = ({ instance, fence, pinnedUrl }: ProxiedSocket): Promise<void> =>
    start({ ...instance, proxyUrl: pinnedUrl }, fence);

  /** Loops, since a socket that does not start reports no event that would lead here again. */
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
    async open(instance: DriverInstance, fence: number): Promise<void> {
      const socket: ProxiedSocket = { instance, fence, pinnedUrl: instance.proxyUrl };
      sockets.set(instance.id, socket);
      socket.pinnedUrl = await pin(instance.proxyUrl);
      if (isWanted(socket)) await startPinned(socket);
    },
    close: (instanceId: string): void => void sockets.delete(instanceId),
    async follow(instanceId: string, events: readonly DriverEvent[]): Promise<void> {
      const socket = sockets.get(instanceId);
      if (socket === undefined || !events.some((event) => hasFailed(event, socket))) return;
      // If the new address is refused, the socket keeps the one that was allowed.
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
