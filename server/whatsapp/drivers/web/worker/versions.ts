import type { WAVersion } from 'baileys';

import { HOUR_MS } from '../../../../../shared/durations';
import type { WorkerSettings } from '../protocol';
import { libraryRequests } from './library-fetch';
import type { Library } from './session-types';

export interface Versions {
  readonly current: WAVersion;
  /** Returns whether there is another version to announce. */
  markRefused(version: WAVersion): boolean;
  /** Replaces a refused version with the one that WhatsApp serves now, and then with the library’s own. */
  replaceRefused(proxyUrl: string | null): Promise<void>;
}

/** WhatsApp refuses web clients that are too old. All sessions of a worker announce one version. */
export function createVersions(library: Library, { version, testPeer }: WorkerSettings): Versions {
  const builtIn = library.DEFAULT_CONNECTION_CONFIG.version;
  const refusedOnes = new Set<string>();
  let current: WAVersion = version ? [...version] : builtIn;
  let refreshedAt = -Infinity;
  let replacing: Promise<void> | undefined;

  const isRefused = (other: WAVersion): boolean => refusedOnes.has(other.join('.'));
  const canRefresh = (): boolean => testPeer === null && Date.now() - refreshedAt > HOUR_MS;

  const findOther = async (proxyUrl: string | null): Promise<void> => {
    const served = canRefresh() ? await servedVersion(library, proxyUrl).catch(() => undefined) : undefined;
    refreshedAt = Date.now();
    current = [served, builtIn].find((other) => other !== undefined && !isRefused(other)) ?? current;
  };

  return {
    get current() {
      return current;
    },
    markRefused(refused) {
      refusedOnes.add(refused.join('.'));
      return !isRefused(current) || !isRefused(builtIn) || canRefresh();
    },
    async replaceRefused(proxyUrl) {
      if (!isRefused(current)) return;
      replacing ??= findOther(proxyUrl).finally(() => (replacing = undefined));
      await replacing;
    },
  };
}

async function servedVersion(library: Library, proxyUrl: string | null): Promise<WAVersion | undefined> {
  const { version, isLatest } = await library.fetchLatestWaWebVersion({
    ...libraryRequests({ proxyUrl, testPeer: null }),
    signal: AbortSignal.timeout(10_000),
  });
  return isLatest ? version : undefined;
}
