import type { LinksListed } from '../../../shared/links/events';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit } from '../../events/emit';
import { isOutage } from '../../outage';
import type { LinksServices } from '../context';
import type { Listing, Listings } from './listings';

/** Equal calls of a key within this window share one event, plus one at its end. */
const WINDOW_MS = 10_000;
const MAX_IDS = 100;

interface ListingWindow {
  last: LinksListed;
  workspaceId: string;
  timer: ReturnType<typeof setTimeout>;
  isUnwritten: boolean;
}

type ListingServices = Pick<LinksServices, 'now' | 'config' | 'hub' | 'metrics' | 'log'> & { store: Store };

export function createListings(services: ListingServices): Listings {
  const windows = new Map<string, ListingWindow>();

  const emitListed = (workspaceId: string, data: LinksListed): Promise<void> =>
    services.store.transaction((tx) =>
      emit({ ...services, requestId: data.request_id }, scoped(tx, workspaceId), [{ type: 'link.listed', data }]),
    );

  const close = async (key: string): Promise<void> => {
    const window = windows.get(key);
    if (!window) return;
    windows.delete(key);
    clearTimeout(window.timer);
    if (window.last.repeat === 0 && !window.isUnwritten) return;
    await emitListed(window.workspaceId, window.last).catch((error: unknown) =>
      services.log.error({ err: error }, 'link.listed event not written'),
    );
  };

  return {
    async record(ctx, listing) {
      if (ctx.actor.type !== 'key') return;
      const data = dataOf(listing, ctx.actor.keyId, ctx.requestId);
      const key = JSON.stringify([data.api_key_id, data.operation, data.filters, data.sort, data.page?.limit]);
      const open = windows.get(key);
      if (open) {
        open.last = { ...data, repeat: open.last.repeat + 1 };
        return;
      }
      const timer = setTimeout(() => void close(key), WINDOW_MS);
      const window: ListingWindow = { last: data, workspaceId: ctx.workspaceId, timer, isUnwritten: false };
      windows.set(key, window);
      await emitListed(ctx.workspaceId, data).catch((error: unknown) => {
        if (!isOutage(error)) throw error;
        window.isUnwritten = true;
      });
    },

    async stop() {
      await Promise.all([...windows.keys()].map(close));
    },
  };
}

function dataOf({ links, count, ...rest }: Listing, keyId: string, requestId: string): LinksListed {
  const shown = links.slice(0, MAX_IDS);
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
