import { connect } from 'node:net';

/** False if no connection is made in time. Other failures are those of the request itself. */
export function acceptsConnections(baseUrl: string, ms: number): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    });
    const end = (isInTime: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isInTime);
    };
    const timer = setTimeout(() => end(false), ms);
    socket.once('connect', () => end(true));
    socket.once('error', () => end(true));
  });
}
