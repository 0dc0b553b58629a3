import { promises as dns } from 'node:dns';

import { within } from '../deadline';

const TIMES = { tryMs: 2000, tries: 2 };

/** Reads TXT records without a cache, since users check records that they have just added. */
export function createTxt(
  servers: readonly string[] = [],
  { tryMs, tries }: typeof TIMES = TIMES,
): (name: string) => Promise<string[]> {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: tryMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    // The library’s timeout applies to each server in turn.
    const asked = resolver.resolveTxt(name);
    const records = await within(asked, tryMs * tries, () => {
      resolver.cancel();
      return new Error('No name server answered in time.');
    });
    return records.map((parts) => parts.join(''));
  };
}
