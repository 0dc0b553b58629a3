import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { isSharedDatabase } from '../../db/engine';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { domainProof } from '../../secrets/domain-proof';
import { createChangePoll } from '../../work/change-poll';
import type { ClickRecord } from '../clicks/journal/record';
import { findLinksUnder, isDomainToken, latestLinkChange, readLinkChanges } from '../system/links';
import { createVisitReader } from './click';
import { createRedirectHandler } from './handle';
import { createHosts, namesOf, cacheKeyPrefix } from './hosts';
import { createLinkReader } from './links';
import { createRedirectCounts } from './metrics';
import { createLinkPasswords } from './password';
import type { Redirects } from './types';
import { createSharedUses, createUsesInMemory, type UseStore } from './uses';
import type { VisitorLocation } from './visitor';

interface ClickPort {
  record(click: ClickRecord): Promise<boolean>;
  interestOf(workspaceId: string, resources: () => readonly string[]): number;
  locationOf(address: string, country: string | null): VisitorLocation;
  store: UseStore;
  settled(): Promise<void>;
}

interface RedirectOptions {
  config: Config;
  store: Store;
  log: Log;
  now: () => Date;
  metrics: Metrics;
  secretKey: Uint8Array;
  clicks: ClickPort;
  processes?: () => number;
}

export function createRedirects(options: RedirectOptions): Redirects {
  const { config, store, log, now, metrics, secretKey, clicks, processes = () => 1 } = options;
  // A single process applies its own changes immediately.
  const isCurrent = (): boolean => !isSharedDatabase || changes.isCurrent();
  const links = createLinkReader(store, config.linkCacheEntries, isCurrent);
  const hosts = createHosts(store, config, isCurrent);
  const started = Promise.withResolvers<void>();
  const reserved = new Set<string>();

  const handle = createRedirectHandler({
    hosts,
    links,
    reserved,
    uses: isSharedDatabase ? createSharedUses(clicks.store) : createUsesInMemory(clicks.store, started.promise),
    passwords: createLinkPasswords(secretKey, processes),
    counts: createRedirectCounts(metrics, () => links.size()),
    readVisit: createVisitReader(config),
    record: (click) => clicks.record(click),
    interestOf: (link, host) => clicks.interestOf(link.workspaceId, () => [link.id, host.id, ...link.tagIds]),
    locationOf: (address, country) => clicks.locationOf(address, country),
    proofOf: async (header, token) =>
      (await isDomainToken(store, namesOf(header), token)) ? domainProof(secretKey, token) : undefined,
    scheme: new URL(config.linksBaseUrl).protocol,
    now: () => now().getTime(),
    failed: (error) => log.error({ err: error }, 'short link failed'),
  });

  const forget = (domainId: string, slugKeys: readonly string[]): void =>
    links.forget(cacheKeyPrefix(domainId), slugKeys);
  const forgetDomain = (domainId: string): void => {
    hosts.forget(domainId);
    links.forgetDomain(cacheKeyPrefix(domainId));
  };
  const forgetAll = (): void => {
    hosts.forgetAll();
    links.forgetAll();
  };

  const changes = createChangePoll({
    name: 'link changes',
    log,
    latest: () => latestLinkChange(store),
    read: (after, missing) => readLinkChanges(store, after, missing),
    apply(changed) {
      for (const { domainId, slugKey } of changed) {
        if (slugKey === null) forgetDomain(domainId);
        else forget(domainId, [slugKey]);
      }
    },
    missed: forgetAll,
    isOrdered: false,
  });

  /** A new route may hide existing links. */
  const reportHidden = async (): Promise<void> => {
    const hidden = reserved.size === 0 ? [] : await findLinksUnder(store, SHARED_DOMAIN_ID, [...reserved]);
    for (const { id, slug } of hidden) log.warn({ link_id: id, slug }, 'short link hidden by a route');
  };

  return {
    handle,
    forget,
    forgetDomain,
    reserve(paths) {
      for (const path of paths) {
        const word = path.split('/')[1]?.toLowerCase() ?? '';
        if (/^[^*:]+$/.test(word)) reserved.add(word);
      }
    },
    async start() {
      clicks.settled().then(started.resolve, started.reject);
      // No code awaits the promise before a stop, so its rejection would be unhandled.
      started.promise.catch(() => {});
      await reportHidden();
      if (isSharedDatabase) await changes.start();
    },
    stop: () => changes.stop(),
  };
}
