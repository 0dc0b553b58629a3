import { promises as dns } from 'node:dns';

const TRY_MS = 2000;
const TRIES = 2;

/** Reads TXT records from the name servers, never from a cache: who has just added one wants it to be seen. */
export function createTxt(servers: readonly string[] = []): (name: string) => Promise<string[]> {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  };
}
