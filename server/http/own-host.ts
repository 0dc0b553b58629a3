import { isLoopbackHost } from '../limits/client-address';

const hosts = new Map<string, string>();

/** Whether `Host` is the base URL’s host or, on loopback, any local name. */
export function isOwnHost(baseUrl: string, host: string | null): boolean {
  let own = hosts.get(baseUrl);
  if (own === undefined) hosts.set(baseUrl, (own = new URL(baseUrl).host));
  return host === own || (isLoopbackHost(own) && isLoopbackHost(host));
}
