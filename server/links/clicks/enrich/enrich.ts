import type { AddressStorage, ReferrerStorage } from '../../../../shared/links/settings';
import { storable } from '../../../storable';
import type { HandoffClick } from '../drain/handoff';
import type { ClickRecord } from '../journal/record';
import { machineOf } from './device';
import type { Geo } from './geo';
import { hostOf, keyOf, languageOf, prefixOf, utmOf } from './texts';

/** What a workspace chose of what is kept. */
export interface KeptFacts {
  addressStorage: AddressStorage;
  referrerStorage: ReferrerStorage;
  countTools: boolean;
}

interface EnrichOptions {
  geo: Geo;
  /** Hosts of this service: who comes from its own pages comes directly. */
  ownHosts: ReadonlySet<string>;
}

const QUERY_LENGTH = 1024;

export function enrich(click: ClickRecord, kept: KeptFacts, { geo, ownHosts }: EnrichOptions): HandoffClick {
  const place = geo.lookup(click.address);
  const host = hostOf(click.referrer);
  const referrerHost = host !== null && ownHosts.has(host) ? null : host;
  const { device, os, browser } = machineOf(click.userAgent);
  const isTool = click.class === 'tool' && kept.countTools;
  return {
    id: click.id,
    workspaceId: click.workspaceId,
    domainId: click.domainId,
    linkId: click.linkId,
    tagIds: click.tagIds,
    at: click.at,
    botReason: click.class === 'human' || isTool ? null : click.class,
    isUnique: false,
    trigger: click.trigger,
    targetKey: click.targetKey,
    country: place.country ?? click.country,
    region: place.region,
    city: place.city === null ? null : keyOf(place.city),
    device,
    os,
    browser,
    language: languageOf(click.language),
    referrerHost,
    referrer: referrerHost === null || kept.referrerStorage === 'host' ? null : storable(click.referrer),
    destination: click.destination === '' ? null : storable(click.destination),
    utm: utmOf(click.query, click.destination),
    query: click.query === '' ? null : storable(click.query.slice(0, QUERY_LENGTH)),
    addressPrefix: kept.addressStorage === 'prefix' ? prefixOf(click.address) : null,
    interest: click.interest,
  };
}
