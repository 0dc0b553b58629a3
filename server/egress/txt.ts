import { promises as dns } from 'node:dns';

import { within } from '../deadline';

const TIMES = { tryMs: 2000, tries: 2 };

/** Reads TXT records from the name servers, never from a cache: who has just added one wants it to be seen. */
export function createTxt(
  servers: readonly string[] = [],
  { tryMs, tries }: typeof TIMES = TIMES,
): (name: string) => Promise<string[]> {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: tryMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    // The library asks each server that long, one after the other.
    const asked = resolver.resolveTxt(name);
    const records = await within(asked, tryMs * tries, () => {
      resolver.cancel();
      return new Error('No name server answered in time.');
    });
    return records.map((parts) => parts.join(''));
  };
}
