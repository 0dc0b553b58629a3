import { monotonic } from '../../clock';
import type { Store } from '../../db/database';
import { findLinkByKey } from '../system/links';
import { createTwoMaps } from './cache';
import { compileLink } from './compile';
import { copied } from './text';
import type { CompiledLink, LinkHost } from './types';

const MOST_MISSING = 50_000;
const MISSING_MS = 5000;

interface Missing {
  key: string;
  until: number;
}

export interface LinkReader {
  /** By the host’s prefix with the slug’s key. */
  kept(key: string): CompiledLink | undefined;
  /** A link of a host; undefined when there is none. Those who ask at once share one look-up. */
  find(host: LinkHost, slugKey: string): Promise<CompiledLink | undefined>;
  forget(prefix: string, slugKeys: readonly string[]): void;
  forgetDomain(prefix: string): void;
  forgetAll(): void;
  /** False: cached links may be outdated and are reloaded, but still serve if that fails. */
  trust(isTrusted: boolean): void;
  size(): number;
}

/** Cached compiled links; changes invalidate them. */
export function createLinkReader(store: Store, most: number): LinkReader {
  const links = createTwoMaps<CompiledLink>(most);
  const missing = createTwoMaps<Missing>(MOST_MISSING);
  const reading = new Map<string, Promise<CompiledLink | undefined>>();
  let isTrusted = true;

  const read = async (
    host: LinkHost,
    slugKey: string,
    key: string,
    isCurrent: () => boolean,
  ): Promise<CompiledLink | undefined> => {
    const found = await findLinkByKey(store, host.id, slugKey);
    const link = found && compileLink(host.keyPrefix + found.link.slugKey, found.link, found.tagIds);
    // The row may lack a change that was made meanwhile.
    if (!isCurrent()) return link;
    if (link) links.put(link);
    else {
      links.delete(key);
      missing.put({ key: copied(key), until: monotonic() + MISSING_MS });
    }
    return link;
  };

  return {
    kept: (key) => (isTrusted ? links.get(key) : undefined),

    async find(host, slugKey) {
      const key = host.keyPrefix + slugKey;
      if (isTrusted && (missing.get(key)?.until ?? 0) > monotonic()) return undefined;
      let pending = reading.get(key);
      if (!pending) {
        const isCurrent = (): boolean => reading.get(key) === own;
        const own = read(host, slugKey, key, isCurrent).finally(() => isCurrent() && reading.delete(key));
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
      links.deleteWhere(({ key }) => isBelow(key, prefix));
      missing.deleteWhere(({ key }) => isBelow(key, prefix));
    },

    forgetAll() {
      reading.clear();
      links.clear();
      missing.clear();
    },

    trust: (trusted) => void (isTrusted = trusted),
    size: () => links.size(),
  };
}

/** Keys of the shared domain have no prefix. */
const isBelow = (key: string, prefix: string): boolean =>
  prefix === '' ? !key.includes('\0') : key.startsWith(prefix);
