import { monotonic } from '../clock';
import type { Store } from '../db/database';
import { findLinkByKey } from '../db/unscoped/links';
import { createTwoMaps } from './cache';
import { compileLink } from './compile';
import { createLinkTable } from './link-table';
import { copied } from './text';
import type { CompiledLink, LinkHost } from './types';

const MOST_MISSING = 50_000;
const MISSING_MS = 5000;

interface Missing {
  key: string;
  until: number;
}

export interface LinkReader {
  /** A link in memory, by its key below a host’s prefix; that one may stand within a longer text. */
  kept(prefix: string, text: string, start?: number, end?: number): CompiledLink | undefined;
  /** A link of a host; undefined when there is none. Those who ask at once share one look-up. */
  find(host: LinkHost, slugKey: string): Promise<CompiledLink | undefined>;
  forget(prefix: string, slugKeys: readonly string[]): void;
  forgetDomain(prefix: string): void;
  forgetAll(): void;
  /** False: what is kept may be out of date, and is read anew; it serves on when that fails. */
  trust(isTrusted: boolean): void;
  size(): number;
}

/** Links as the redirect needs them, kept in memory: what is asked for again is read no more until it changes. */
export function createLinkReader(store: Store, most: number): LinkReader {
  const links = createLinkTable(most);
  const missing = createTwoMaps<Missing>(MOST_MISSING);
  const reading = new Map<string, Promise<CompiledLink | undefined>>();
  let epoch = 0;
  let isTrusted = true;

  const read = async (host: LinkHost, slugKey: string, key: string): Promise<CompiledLink | undefined> => {
    const began = epoch;
    const found = await findLinkByKey(store, host.id, slugKey);
    // The key of the row, for that of the request may be a slice of it.
    const link = found && compileLink(host.keyPrefix + found.link.slugKey, host.id, found.link, found.tagIds);
    // What changed meanwhile may be missing in what was read.
    if (began !== epoch) return link;
    if (link) links.put(link);
    else {
      links.delete(key);
      missing.put({ key: copied(key), until: monotonic() + MISSING_MS });
    }
    return link;
  };

  const forgetting = (work: () => void): void => {
    epoch += 1;
    reading.clear();
    work();
  };

  return {
    kept: (prefix, text, start = 0, end = text.length) => (isTrusted ? links.get(prefix, text, start, end) : undefined),

    async find(host, slugKey) {
      const key = host.keyPrefix + slugKey;
      if (isTrusted && (missing.get(key)?.until ?? 0) > monotonic()) return undefined;
      let pending = reading.get(key);
      if (!pending) {
        const began = epoch;
        pending = read(host, slugKey, key).finally(() => began === epoch && reading.delete(key));
        reading.set(key, pending);
      }
      try {
        return await pending;
      } catch (error) {
        const old = links.get('', key, 0, key.length);
        if (old) return old;
        throw error;
      }
    },

    forget: (prefix, slugKeys) =>
      forgetting(() => {
        for (const slugKey of slugKeys) {
          links.delete(prefix + slugKey);
          missing.delete(prefix + slugKey);
        }
      }),

    forgetDomain: (prefix) =>
      forgetting(() => {
        links.deleteWhere(({ key }) => isBelow(key, prefix));
        missing.deleteWhere(({ key }) => isBelow(key, prefix));
      }),

    forgetAll: () =>
      forgetting(() => {
        links.clear();
        missing.clear();
      }),

    trust: (trusted) => void (isTrusted = trusted),
    size: () => links.size(),
  };
}

/** Keys of the shared domain have no prefix. */
const isBelow = (key: string, prefix: string): boolean =>
  prefix === '' ? !key.includes('\0') : key.startsWith(prefix);
