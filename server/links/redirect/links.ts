import { monotonic } from '../../clock';
import type { Store } from '../../db/database';
import { findLinkByKey } from '../system/links';
import { compileLink } from './compile';
import { copyText } from './copy-text';
import { createRedirectCache } from './redirect-cache';
import type { CompiledLink, LinkHost } from './types';

const MAX_MISSING = 50_000;
const MISSING_MS = 5000;

interface Missing {
  key: string;
  until: number;
}

export interface LinkReader {
  cached(key: string): CompiledLink | undefined;
  /** Concurrent requests share one lookup. */
  find(host: LinkHost, slugKey: string): Promise<CompiledLink | undefined>;
  forget(prefix: string, slugKeys: readonly string[]): void;
  forgetDomain(prefix: string): void;
  forgetAll(): void;
  size(): number;
}

/** Outdated links are reloaded; if that fails, they are used as they are. */
export function createLinkReader(store: Store, max: number, isCurrent: () => boolean): LinkReader {
  const links = createRedirectCache<CompiledLink>(max);
  const missing = createRedirectCache<Missing>(MAX_MISSING);
  const reading = new Map<string, Promise<CompiledLink | undefined>>();
  const read = async (
    host: LinkHost,
    slugKey: string,
    key: string,
    isLatest: () => boolean,
  ): Promise<CompiledLink | undefined> => {
    const found = await findLinkByKey(store, host.id, slugKey);
    const link = found && compileLink(host.keyPrefix + found.link.slugKey, found.link, found.tagIds);
    // The row may lack a change that was made meanwhile.
    if (!isLatest()) return link;
    if (link) links.put(link);
    else {
      links.delete(key);
      missing.put({ key: copyText(key), until: monotonic() + MISSING_MS });
    }
    return link;
  };

  return {
    cached: (key) => (isCurrent() ? links.get(key) : undefined),

    async find(host, slugKey) {
      const key = host.keyPrefix + slugKey;
      if (isCurrent() && (missing.get(key)?.until ?? 0) > monotonic()) return undefined;
      let pending = reading.get(key);
      if (!pending) {
        const isLatest = (): boolean => reading.get(key) === own;
        const own = read(host, slugKey, key, isLatest).finally(() => isLatest() && reading.delete(key));
        reading.set(key, own);
        pending = own;
      }
      try {
        return await pending;
      } catch (error) {
        const old = links.get(key);
        if (old) return old;
        throw error;
      }
    },

    forget(prefix, slugKeys) {
      for (const slugKey of slugKeys) {
        reading.delete(prefix + slugKey);
        links.delete(prefix + slugKey);
        missing.delete(prefix + slugKey);
      }
    },

    forgetDomain(prefix) {
      reading.clear();
      links.deleteWhere(({ key }) => hasPrefix(key, prefix));
      missing.deleteWhere(({ key }) => hasPrefix(key, prefix));
    },

    forgetAll() {
      reading.clear();
      links.clear();
      missing.clear();
    },

    size: () => links.size(),
  };
}

const hasPrefix = (key: string, prefix: string): boolean =>
  prefix === '' ? !key.includes('\0') : key.startsWith(prefix);
