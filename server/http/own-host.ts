import { isLoopbackHost } from '../limits/client-address';

const hosts = new Map<string, string>();

/** On loopback, any local name counts as own. */
export function isOwnHost(baseUrl: string, host: string | null): boolean {
  let own = hosts.get(baseUrl);
  if (own === undefined) hosts.set(baseUrl, (own = new URL(baseUrl).host));
  return host === own || (isLoopbackHost(own) && isLoopbackHost(host));
}
