import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { engine } from '../../db/engine';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { domainProof } from '../../secrets/domain-proof';
import type { ClickRecord } from '../clicks/journal/record';
import { findLinksUnder, isDomainToken } from '../system/links';
import { createAskedReader } from './click';
import { createHandler } from './handle';
import { createHosts, namesOf, prefixOf } from './hosts';
import { createLinkReader } from './links';
import { createRedirectCounts } from './metrics';
import { createLinkPasswords } from './password';
import { createTail } from './tail';
import type { Redirects } from './types';
import { createSharedUses, createUsesInMemory, type UseStore } from './uses';
import type { VisitorPlace } from './visitor';

interface ClickPort {
  record(click: ClickRecord): Promise<boolean>;
  /** Which events somebody wants of a click of these resources, as bits. */
  interestOf(workspaceId: string, resources: () => readonly string[]): number;
  placeOf(address: string, country: string | null): VisitorPlace;
  store: UseStore;
  /** Resolves once clicks from before the start are in the store. */
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
  /** How many processes share the limits of password tries. */
  processes?: () => number;
}

/** Short links of every domain, with what is kept of them in memory. */
export function createRedirects(options: RedirectOptions): Redirects {
  const { config, store, log, now, metrics, secretKey, clicks, processes = () => 1 } = options;
  const links = createLinkReader(store, config.linkCacheEntries);
  const hosts = createHosts(store, config);
  const started = Promise.withResolvers<void>();
  const reserved = new Set<string>();

  const handle = createHandler({
    hosts,
    links,
    reserved,
    uses: engine === 'postgres' ? createSharedUses(clicks.store) : createUsesInMemory(clicks.store, started.promise),
    passwords: createLinkPasswords(secretKey, processes),
    counts: createRedirectCounts(metrics, () => links.size()),
    readAsked: createAskedReader(config),
    record: (click) => clicks.record(click),
    interestOf: (link, host) => clicks.interestOf(link.workspaceId, () => [link.id, host.id, ...link.tagIds]),
    placeOf: (address, country) => clicks.placeOf(address, country),
    proofOf: async (header, token) =>
      (await isDomainToken(store, namesOf(header), token)) ? domainProof(secretKey, token) : undefined,
    scheme: new URL(config.linksBaseUrl).protocol,
    now: () => now().getTime(),
    failed: (error) => log.error({ err: error }, 'short link failed'),
  });

  const forget = (domainId: string, slugKeys: readonly string[]): void => links.forget(prefixOf(domainId), slugKeys);
  const forgetDomain = (domainId: string): void => {
    hosts.forget(domainId);
    links.forgetDomain(prefixOf(domainId));
  };
  const forgetAll = (): void => {
    hosts.forgetAll();
    links.forgetAll();
  };

  const tail = createTail(store, log, {
    changed: (domainId, slugKey) => (slugKey === null ? forgetDomain(domainId) : forget(domainId, [slugKey])),
    forgetAll,
    trust: (isTrusted) => {
      links.trust(isTrusted);
      hosts.trust(isTrusted);
    },
  });

  /** A route that was added may hide links that were there before. */
  const tellHidden = async (): Promise<void> => {
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
      // Nobody need ask for it before a stop.
      started.promise.catch(() => {});
      await tellHidden();
      // Where there is one process, it hears of its own changes at once.
      if (engine === 'postgres') await tail.start();
    },
    stop: () => tail.stop(),
  };
}
