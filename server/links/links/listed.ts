import type { LinksListed } from '../../../shared/links/events';
import type { Link } from '../../../shared/links/links';
import type { Store } from '../../db/database';
import { emit } from '../../events/emit';
import { isOutage } from '../../outage';
import type { LinksServices, LinksContext } from '../context';

/** Equal calls of a key within so long are one event, and at most one more. */
const WINDOW_MS = 10_000;
const MOST_IDS = 100;

/** A call that answered with links. */
export interface Listing extends Pick<LinksListed, 'operation' | 'filters' | 'sort' | 'page'> {
  links: readonly Pick<Link, 'id' | 'domain_id'>[];
  /** How many links were answered, where that is not the length of `links`. */
  count?: number;
}

/** Tells of calls of keys that list links. */
export interface Listings {
  /**
   * Resolves once the event is kept, or is owed: a list is answered though nothing can be written now, and told of at
   * the end of its window. Calls of the console are nothing to tell of.
   */
  note(ctx: LinksContext, listing: Listing): Promise<void>;
  /** Tells at once what would be told at the end of a window. */
  stop(): Promise<void>;
}

interface Window {
  /** What is told at its end. */
  last: LinksListed;
  workspaceId: string;
  timer: ReturnType<typeof setTimeout>;
  /** The first call could not be told of when it came. */
  isOwed: boolean;
}

type ListingServices = Pick<LinksServices, 'now' | 'config' | 'hub' | 'metrics' | 'log'> & { store: Store };

export function createListings(services: ListingServices): Listings {
  const windows = new Map<string, Window>();

  const tell = (workspaceId: string, data: LinksListed): Promise<void> =>
    services.store.transaction((tx) =>
      emit({ ...services, requestId: data.request_id }, tx, workspaceId, [{ type: 'link.listed', data }]),
    );

  const close = async (key: string): Promise<void> => {
    const window = windows.get(key);
    if (!window) return;
    windows.delete(key);
    clearTimeout(window.timer);
    if (window.last.repeat === 0 && !window.isOwed) return;
    await tell(window.workspaceId, window.last).catch((error: unknown) =>
      services.log.error({ err: error }, 'link.listed event not written'),
    );
  };

  return {
    async note(ctx, listing) {
      if (ctx.actor.type !== 'key') return;
      const data = dataOf(listing, ctx.actor.keyId, ctx.requestId);
      const key = JSON.stringify([data.api_key_id, data.operation, data.filters, data.sort, data.page?.limit]);
      const open = windows.get(key);
      if (open) {
        open.last = { ...data, repeat: open.last.repeat + 1 };
        return;
      }
      const timer = setTimeout(() => void close(key), WINDOW_MS);
      const window: Window = { last: data, workspaceId: ctx.workspaceId, timer, isOwed: false };
      windows.set(key, window);
      await tell(ctx.workspaceId, data).catch((error: unknown) => {
        if (!isOutage(error)) throw error;
        window.isOwed = true;
      });
    },

    async stop() {
      await Promise.all([...windows.keys()].map(close));
    },
  };
}

function dataOf({ links, count, ...rest }: Listing, keyId: string, requestId: string): LinksListed {
  const shown = links.slice(0, MOST_IDS);
  return {
    ...rest,
    count: count ?? links.length,
    link_ids: shown.map(({ id }) => id),
    domain_ids: [...new Set(shown.map(({ domain_id }) => domain_id))],
    api_key_id: keyId,
    request_id: requestId,
    repeat: 0,
  };
}
