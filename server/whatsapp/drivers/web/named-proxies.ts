import type { DriverInstance } from '../driver';
import type { DriverEvent } from '../driver-events';

interface NamedProxySocket {
  instance: DriverInstance;
  fence: number;
  /** With the address that was checked. */
  pinnedUrl: string | null;
}

interface NamedProxyOptions {
  pin: (proxyUrl: string | null) => Promise<string | null>;
  start: (instance: DriverInstance, fence: number) => Promise<void>;
}

/** Sockets keep the address of their proxy, so a proxy that moves is looked up again when its connection fails. */
export function createNamedProxies({ pin, start }: NamedProxyOptions) {
  const sockets = new Map<string, NamedProxySocket>();

  /** Starts the socket with the checked address of its proxy. */
  async function open(instance: DriverInstance, fence: number): Promise<void> {
    const pinnedUrl = await pin(instance.proxyUrl);
    if (pinnedUrl !== instance.proxyUrl) sockets.set(instance.id, { instance, fence, pinnedUrl });
    else sockets.delete(instance.id);
    await start({ ...instance, proxyUrl: pinnedUrl }, fence);
  }

  return {
    open,
    close: (instanceId: string): void => void sockets.delete(instanceId),
    /** Opens the socket again when its connection has failed and the proxy has another address. */
    async follow(instanceId: string, events: readonly DriverEvent[]): Promise<void> {
      const socket = sockets.get(instanceId);
      if (socket === undefined || !events.some((event) => hasFailed(event, socket))) return;
      // An address that is refused now leaves the socket with the one that was allowed.
      const pinnedUrl = await pin(socket.instance.proxyUrl).catch(() => socket.pinnedUrl);
      if (pinnedUrl === socket.pinnedUrl || sockets.get(instanceId) !== socket) return;
      await open(socket.instance, socket.fence);
    },
  };
}

const hasFailed = (event: DriverEvent, { instance }: NamedProxySocket): boolean =>
  event.kind === 'connection' && event.status === 'reconnecting' && event.generation === instance.generation;
