import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { domainProof } from '../../secrets/domain-proof';
import type { ClickRecord } from '../clicks/journal/record';
import { findLinksUnder, isDomainToken } from '../system/links';
import { createRedirectHandler } from './handle';
import { createHosts, candidateHostnames, cacheKeyPrefix } from './hosts';
import { createLinkChanges } from './link-changes';
import { createLinkReader } from './links';
import { createRedirectMetrics } from './metrics';
import { createLinkPasswords } from './password';
import type { Redirects } from './types';
import { createUses, type UseStore } from './uses';
import { createVisitReader } from './visit-details';
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
  database: Database;
  log: Log;
  now: () => Date;
  metrics: Metrics;
  secretKey: Uint8Array;
  clicks: ClickPort;
  processes?: () => number;
}

export function createRedirects(options: RedirectOptions): Redirects {
  const { config, database, log, now, metrics, secretKey, clicks, processes = () => 1 } = options;
  const isCurrent = (): boolean => changes.isCurrent();
  const links = createLinkReader(database, config.linkCacheEntries, isCurrent);
  const hosts = createHosts(database, config, isCurrent);
  const started = Promise.withResolvers<void>();
  const reserved = new Set<string>();

  const handle = createRedirectHandler({
    hosts,
    links,
    reserved,
    uses: createUses(clicks.store, started.promise),
    passwords: createLinkPasswords(secretKey, processes),
    counts: createRedirectMetrics(metrics, () => links.size()),
    readVisit: createVisitReader(config),
    record: (click) => clicks.record(click),
    interestOf: (link, host) => clicks.interestOf(link.workspaceId, () => [link.id, host.id, ...link.tagIds]),
    locationOf: (address, country) => clicks.locationOf(address, country),
    proofOf: async (header, token) =>
      (await isDomainToken(database, candidateHostnames(header), token)) ? domainProof(secretKey, token) : undefined,
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

  const changes = createLinkChanges({
    database,
    log,
    apply(changed) {
      for (const { domainId, slugKey } of changed) {
        if (slugKey === null) forgetDomain(domainId);
        else forget(domainId, [slugKey]);
      }
    },
    missed: forgetAll,
  });

  /** A new route may hide existing links. */
  const reportHidden = async (): Promise<void> => {
    const hidden = reserved.size === 0 ? [] : await findLinksUnder(database, SHARED_DOMAIN_ID, [...reserved]);
    for (const { id, slug } of hidden) log.warn({ link_id: id, slug }, 'short link hidden by a route');
  };

  return {
    handle,
    recordChanges: changes.record,
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
      await changes.start();
    },
    stop: () => changes.stop(),
  };
}
