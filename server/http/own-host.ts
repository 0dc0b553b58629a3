import { isLoopbackHost } from '../limits/client-address';

const hosts = new Map<string, string>();

/** Whether `Host` names this service: the base URL's own or, where that is this machine, any name of it. */
export function isOwnHost(baseUrl: string, host: string | null): boolean {
  let own = hosts.get(baseUrl);
  if (own === undefined) hosts.set(baseUrl, (own = new URL(baseUrl).host));
  return host === own || (isLoopbackHost(own) && isLoopbackHost(host));
}
