import { promises as dns, type RecordWithTtl } from 'node:dns';

import { monotonic } from '../clock';
import { STOPPED } from './failure';

/** Extra time for the slower of the two queries once the other has answers. */
const GRACE_MS = 500;
const MAX_TTL_MS = 300_000;
const MAX_NAMES = 10_000;
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

export type Resolution =
  /** IPv4 first; never empty. */
  | { ok: true; addresses: readonly [string, ...string[]] }
  | { ok: false; code: 'dns_error' | 'dns_timeout' | 'interrupted'; detail: string };

export interface Resolver {
  /** Never rejects. Synchronous unless a name server must be asked. */
  resolve(name: string): Resolution | Promise<Resolution>;
  close(): void;
}

interface Entry {
  resolution: Resolution | Promise<Resolution>;
  until: number;
}

interface ResolverTimes {
  tryMs: number;
  tries: number;
  minTtlMs: number;
  failureMs: number;
}

const TIMES: ResolverTimes = { tryMs: 2000, tries: 2, minTtlMs: 5000, failureMs: 5000 };

/**
 * Queries name servers itself, since `dns.lookup` uses a few threads that dead names can block for twenty seconds.
 * `servers` as `address` or `address:port`, by default the system’s. Ignores `/etc/hosts`.
 */
export function createResolver(servers: readonly string[] = [], times: ResolverTimes = TIMES): Resolver {
  const running = new Set<dns.Resolver>();
  const cache = new Map<string, Entry>();

  // A new resolver for each name: the library caches answers for an hour, negative ones too.
  async function question(name: string): Promise<Asked> {
    const resolver = new dns.Resolver({ timeout: times.tryMs, tries: times.tries });
    if (servers.length > 0) resolver.setServers(servers);
    running.add(resolver);
    const asked = await ask(resolver, name, times);
    running.delete(resolver);
    return asked;
  }

  return {
    resolve(name) {
      const known = cache.get(name);
      if (known !== undefined && known.until > monotonic()) return known.resolution;

      cache.delete(name);
      if (cache.size >= MAX_NAMES) forgetOldest(cache);
      const entry: Entry = {
        until: Number.POSITIVE_INFINITY,
        resolution: question(name).then(keep),
      };
      function keep({ resolution, ttlMs }: Asked): Resolution {
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

interface Asked {
  resolution: Resolution;
  ttlMs: number;
}

interface Found {
  records: RecordWithTtl[];
  /** The error code; undefined where the name has no such address. */
  problem?: string;
}

async function ask(resolver: dns.Resolver, name: string, times: ResolverTimes): Promise<Asked> {
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

async function found(question: () => Promise<RecordWithTtl[]>): Promise<Found> {
  try {
    return { records: await question() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
    return NOT_THERE.has(code) ? { records: [] } : { records: [], problem: code };
  }
}

/** Waits for both answers up to the limit, but only briefly for the second one. */
async function both(v4: Promise<Found>, v6: Promise<Found>, limitMs: number): Promise<[Found, Found]> {
  const late: Found = { records: [], problem: 'ETIMEOUT' };
  const results: [Found, Found] = [late, late];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, limitMs);

  const note = (index: 0 | 1) => (result: Found) => {
    results[index] = result;
    if (result.records.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(resolve, Math.min(GRACE_MS, limitMs));
  };
  await Promise.race([Promise.all([v4.then(note(0)), v6.then(note(1))]), enough]);
  clearTimeout(timer);
  return results;
}

function failure(problems: readonly (string | undefined)[]): Resolution {
  const code = problems.find((problem) => problem !== undefined);
  if (code === undefined) return { ok: false, code: 'dns_error', detail: 'The name has no address.' };
  if (code === 'ECANCELLED') return { ok: false, code: 'interrupted', detail: STOPPED };
  if (code === 'ETIMEOUT' || code === 'ECONNREFUSED') {
    return { ok: false, code: 'dns_timeout', detail: 'No name server answered in time.' };
  }
  return { ok: false, code: 'dns_error', detail: `The name servers could not answer for the name (${code}).` };
}

function forgetOldest(cache: Map<string, Entry>): void {
  for (const name of cache.keys()) {
    cache.delete(name);
    return;
  }
}
