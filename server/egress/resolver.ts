import { promises as dns, type RecordWithTtl } from 'node:dns';

import { LRUCache } from 'lru-cache';

import { monotonic } from '../clock';
import { STOPPED } from './failure';

/** Extra time for the slower of the two queries once the other has an answer. */
const GRACE_MS = 500;
const MAX_TTL_MS = 300_000;
const MAX_NAMES = 10_000;
const NOT_FOUND_CODES = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

export type NameResolution =
  /** IPv4 first; never empty. */
  | { ok: true; addresses: readonly [string, ...string[]] }
  | { ok: false; code: 'dns_error' | 'dns_timeout' | 'interrupted'; detail: string };

export interface Resolver {
  /** Never rejects. Synchronous unless a name server is queried. */
  resolve(name: string): NameResolution | Promise<NameResolution>;
  close(): void;
}

interface Entry {
  resolution: NameResolution | Promise<NameResolution>;
  until: number;
}

interface ResolverTimes {
  tryMs: number;
  tries: number;
  minTtlMs: number;
  failureMs: number;
}

const TIMES: ResolverTimes = { tryMs: 2000, tries: 2, minTtlMs: 5000, failureMs: 5000 };

/** `dns.lookup` uses a few threads that dead names can block for twenty seconds. Ignores `/etc/hosts`. */
export function createResolver(servers: readonly string[] = [], times: ResolverTimes = TIMES): Resolver {
  const running = new Set<dns.Resolver>();
  const cache = new LRUCache<string, Entry>({ max: MAX_NAMES });

  // A new resolver for each name: the library caches answers for an hour, negative ones too.
  async function question(name: string): Promise<Lookup> {
    const resolver = new dns.Resolver({ timeout: times.tryMs, tries: times.tries });
    if (servers.length > 0) resolver.setServers(servers);
    running.add(resolver);
    const pending = await ask(resolver, name, times);
    running.delete(resolver);
    return pending;
  }

  return {
    resolve(name) {
      const known = cache.get(name);
      if (known !== undefined && known.until > monotonic()) return known.resolution;

      const entry: Entry = {
        until: Number.POSITIVE_INFINITY,
        resolution: question(name).then(keep),
      };
      function keep({ resolution, ttlMs }: Lookup): NameResolution {
        entry.resolution = resolution;
        entry.until = monotonic() + ttlMs;
        return resolution;
      }
      cache.set(name, entry);
      return entry.resolution;
    },
    close() {
      for (const resolver of running) resolver.cancel();
      cache.clear();
    },
  };
}

interface Lookup {
  resolution: NameResolution;
  ttlMs: number;
}

interface Addresses {
  records: RecordWithTtl[];
  problem?: string;
}

async function ask(resolver: dns.Resolver, name: string, times: ResolverTimes): Promise<Lookup> {
  const [v4, v6] = await both(
    found(() => resolver.resolve4(name, { ttl: true })),
    found(() => resolver.resolve6(name, { ttl: true })),
    times.tryMs * times.tries,
  );
  const [first, ...others] = [...new Set([...v4.records, ...v6.records].map(({ address }) => address))];
  if (first !== undefined) {
    const ttl = Math.min(...[...v4.records, ...v6.records].map((record) => record.ttl));
    const ttlMs = Math.min(Math.max(ttl * 1000, times.minTtlMs), MAX_TTL_MS);
    return { resolution: { ok: true, addresses: [first, ...others] }, ttlMs };
  }
  return { resolution: failure([v4.problem, v6.problem]), ttlMs: times.failureMs };
}

async function found(question: () => Promise<RecordWithTtl[]>): Promise<Addresses> {
  try {
    return { records: await question() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
    return NOT_FOUND_CODES.has(code) ? { records: [] } : { records: [], problem: code };
  }
}

async function both(v4: Promise<Addresses>, v6: Promise<Addresses>, limitMs: number): Promise<[Addresses, Addresses]> {
  const late: Addresses = { records: [], problem: 'ETIMEOUT' };
  const results: [Addresses, Addresses] = [late, late];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, limitMs);

  const note = (index: 0 | 1) => (result: Addresses) => {
    results[index] = result;
    if (result.records.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(resolve, Math.min(GRACE_MS, limitMs));
  };
  await Promise.race([Promise.all([v4.then(note(0)), v6.then(note(1))]), enough]);
  clearTimeout(timer);
  return results;
}

function failure(problems: readonly (string | undefined)[]): NameResolution {
  const code = problems.find((problem) => problem !== undefined);
  if (code === undefined) return { ok: false, code: 'dns_error', detail: 'The name has no address.' };
  if (code === 'ECANCELLED') return { ok: false, code: 'interrupted', detail: STOPPED };
  if (code === 'ETIMEOUT' || code === 'ECONNREFUSED') {
    return { ok: false, code: 'dns_timeout', detail: 'No name server answered in time.' };
  }
  return { ok: false, code: 'dns_error', detail: `The name servers could not answer for the name (${code}).` };
}
