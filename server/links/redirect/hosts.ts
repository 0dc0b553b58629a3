import { isIP } from 'node:net';

import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { isLoopbackHost } from '../../limits/client-address';
import { isHostHeader } from '../../limits/host-header';
import { findLinkDomain, type LinkDomainRow } from '../system/links';
import { createTwoMaps } from './cache';
import { createRedirectTo } from './redirect-to';
import { copied } from './text';
import type { LinkHost } from './types';

/** What a `Host` header stands for; `unknown` is a name that nobody registered. */
export type Site = LinkHost | 'invalid' | 'unknown';

/** Bounded, since made-up names are cached too. */
const MOST_HOSTS = 20_000;

interface KnownHost {
  key: string;
  site: Site;
}

export interface Hosts {
  /** By the header as it came; a promise when the name has to be looked up. */
  find(header: string | null): Site | Promise<Site>;
  forget(domainId: string): void;
  forgetAll(): void;
  /** False: cached domains may be outdated and are reloaded, but still serve if that fails. */
  trust(isTrusted: boolean): void;
}

/** Which domain a host is: the shared one, one of a workspace, or none. Names are read once and kept. */
export function createHosts(store: Store, settings: Pick<Config, 'baseUrl' | 'linksBaseUrl'>): Hosts {
  const own = hostnameOf(new URL(settings.baseUrl).host);
  const short = hostnameOf(new URL(settings.linksBaseUrl).host);
  const sharedOn = (whole: boolean): LinkHost => ({
    id: SHARED_DOMAIN_ID,
    hostname: new URL(settings.linksBaseUrl).host,
    shared: true,
    whole,
    keyPrefix: prefixOf(SHARED_DOMAIN_ID),
    redirectTo: createRedirectTo(!whole && settings.baseUrl.startsWith('https:')),
    disabled: false,
    caseSensitive: false,
    rootUrl: null,
    notFoundUrl: null,
    expiredUrl: null,
  });
  const beside = sharedOn(false);
  const alone = sharedOn(true);

  const known = createTwoMaps<KnownHost>(MOST_HOSTS);
  let epoch = 0;
  let isTrusted = true;

  const judge = (header: string): Site | undefined => {
    if (!isHostHeader(header)) return 'invalid';
    const name = hostnameOf(header);
    if (name === own) return beside;
    if (name === short) return alone;
    return isLoopbackHost(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 ? beside : undefined;
  };

  const load = async (header: string, old: Site | undefined): Promise<Site> => {
    const began = epoch;
    let row: LinkDomainRow | undefined;
    try {
      row = await findLinkDomain(store, namesOf(header));
    } catch (error) {
      if (old !== undefined) return old;
      throw error;
    }
    const site = row ? compileHost(row) : 'unknown';
    if (began === epoch) known.put({ key: copied(header), site });
    return site;
  };

  return {
    find(header) {
      if (header === null) return 'invalid';
      const found = known.get(header)?.site;
      if (found !== undefined && (isTrusted || !isLookedUp(found))) return found;
      const site = judge(header);
      if (site === 'invalid') return site;
      if (site === undefined) return load(header, found);
      known.put({ key: copied(header), site });
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
    trust: (trusted) => void (isTrusted = trusted),
  };
}

/** It came from the database, not from the settings. */
const isLookedUp = (site: Site): boolean => site === 'unknown' || (typeof site === 'object' && !site.shared);

/** Prefix of cache keys; empty for the shared domain, which most requests name. */
export const prefixOf = (domainId: string): string => (domainId === SHARED_DOMAIN_ID ? '' : `${domainId}\0`);

/** Shared by all of them, since their headers are equal. */
const redirectTo = createRedirectTo(false);

function compileHost(row: LinkDomainRow): LinkHost {
  // A suspended workspace leads nobody on, by its domains either.
  const isSuspended = row.workspaceState === 'suspended';
  return {
    id: row.id,
    hostname: row.hostname,
    shared: false,
    whole: true,
    keyPrefix: prefixOf(row.id),
    redirectTo,
    disabled: row.disabled || row.blockedAt !== null,
    caseSensitive: row.caseSensitive,
    rootUrl: isSuspended ? null : row.rootUrl,
    notFoundUrl: isSuspended ? null : row.notFoundUrl,
    expiredUrl: isSuspended ? null : row.expiredUrl,
  };
}

/** The host as domains are registered, with its port and without. */
export function namesOf(header: string): string[] {
  const name = hostnameOf(header);
  const port = /:(\d+)$/.exec(header)?.[1];
  return port === undefined || port === '80' || port === '443' ? [name] : [`${name}:${port}`, name];
}

/** In lower case, without its port and the dot that ends a full name. */
const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
