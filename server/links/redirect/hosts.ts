import { isIP } from 'node:net';

import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { isLoopbackHost } from '../../limits/client-address';
import { isHostHeader } from '../../limits/host-header';
import { findLinkDomain, type LinkDomainRow } from '../system/links';
import { copyText } from './copy-text';
import { createRedirectCache } from './redirect-cache';
import { createRedirectTo } from './redirect-to';
import type { LinkHost } from './types';

export type Site = LinkHost | 'invalid' | 'unknown';

/** Bounded, since invented names are cached too. */
const MAX_HOSTS = 20_000;

interface CachedSite {
  key: string;
  site: Site;
}

export interface Hosts {
  find(header: string | null): Site | Promise<Site>;
  forget(domainId: string): void;
  forgetAll(): void;
}

/** Outdated names are reloaded; if that fails, they are used as they are. */
export function createHosts(
  store: Store,
  settings: Pick<Config, 'baseUrl' | 'linksBaseUrl'>,
  isCurrent: () => boolean,
): Hosts {
  const own = hostnameOf(new URL(settings.baseUrl).host);
  const short = hostnameOf(new URL(settings.linksBaseUrl).host);
  const sharedHost = (whole: boolean): LinkHost => ({
    id: SHARED_DOMAIN_ID,
    hostname: new URL(settings.linksBaseUrl).host,
    shared: true,
    whole,
    keyPrefix: cacheKeyPrefix(SHARED_DOMAIN_ID),
    redirectTo: createRedirectTo(!whole && settings.baseUrl.startsWith('https:')),
    disabled: false,
    caseSensitive: false,
    rootUrl: null,
    notFoundUrl: null,
    expiredUrl: null,
  });
  const sharedBesideConsole = sharedHost(false);
  const sharedOnOwnHost = sharedHost(true);

  const known = createRedirectCache<CachedSite>(MAX_HOSTS);
  let epoch = 0;

  const siteOf = (header: string): Site | undefined => {
    if (!isHostHeader(header)) return 'invalid';
    const name = hostnameOf(header);
    if (name === own) return sharedBesideConsole;
    if (name === short) return sharedOnOwnHost;
    return isLoopbackHost(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 ? sharedBesideConsole : undefined;
  };

  const load = async (header: string, old: Site | undefined): Promise<Site> => {
    const startEpoch = epoch;
    let row: LinkDomainRow | undefined;
    try {
      row = await findLinkDomain(store, candidateHostnames(header));
    } catch (error) {
      if (old !== undefined) return old;
      throw error;
    }
    const site = row ? compileHost(row) : 'unknown';
    if (startEpoch === epoch) known.put({ key: copyText(header), site });
    return site;
  };

  return {
    find(header) {
      if (header === null) return 'invalid';
      const found = known.get(header)?.site;
      if (found !== undefined && (isCurrent() || !isFromDatabase(found))) return found;
      const site = siteOf(header);
      if (site === 'invalid') return site;
      if (site === undefined) return load(header, found);
      known.put({ key: copyText(header), site });
      return site;
    },
    forget(domainId) {
      epoch += 1;
      // An unknown name may be the new domain’s.
      known.deleteWhere(({ site }) => site === 'unknown' || (typeof site === 'object' && site.id === domainId));
    },
    forgetAll() {
      epoch += 1;
      known.clear();
    },
  };
}

const isFromDatabase = (site: Site): boolean => site === 'unknown' || (typeof site === 'object' && !site.shared);

/** Empty for the shared domain, which receives most requests. */
export const cacheKeyPrefix = (domainId: string): string => (domainId === SHARED_DOMAIN_ID ? '' : `${domainId}\0`);

/** All looked-up domains share it, since their headers are equal. */
const redirectTo = createRedirectTo(false);

function compileHost(row: LinkDomainRow): LinkHost {
  const isSuspended = row.workspaceState === 'suspended';
  return {
    id: row.id,
    hostname: row.hostname,
    shared: false,
    whole: true,
    keyPrefix: cacheKeyPrefix(row.id),
    redirectTo,
    disabled: row.disabled || row.blockedAt !== null,
    caseSensitive: row.caseSensitive,
    rootUrl: isSuspended ? null : row.rootUrl,
    notFoundUrl: isSuspended ? null : row.notFoundUrl,
    expiredUrl: isSuspended ? null : row.expiredUrl,
  };
}

export function candidateHostnames(header: string): string[] {
  const name = hostnameOf(header);
  const port = /:(\d+)$/.exec(header)?.[1];
  return port === undefined || port === '80' || port === '443' ? [name] : [`${name}:${port}`, name];
}

/** Lower-case, without the port and the trailing dot of an absolute name. */
const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
