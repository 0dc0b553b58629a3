import type { AddressStorage, ReferrerStorage } from '../../../../shared/links/settings';
import { storable } from '../../../storable';
import type { HandoffClick } from '../drain/handoff';
import type { ClickRecord } from '../journal/record';
import { visitorDeviceOf } from './device';
import type { Geo } from './geo';
import { referrerHost, dimensionKey, languageOf, networkPrefix, clickUtm } from './texts';

export interface WorkspaceClickSettings {
  addressStorage: AddressStorage;
  referrerStorage: ReferrerStorage;
  countHttpClients: boolean;
}

interface EnrichOptions {
  geo: Geo;
  ownHosts: ReadonlySet<string>;
}

const QUERY_LENGTH = 1024;

export function enrich(
  click: ClickRecord,
  settings: WorkspaceClickSettings,
  { geo, ownHosts }: EnrichOptions,
): HandoffClick {
  const location = geo.lookup(click.address);
  const host = referrerHost(click.referrer);
  const outsideHost = host !== null && ownHosts.has(host) ? null : host;
  const { device, os, browser } = visitorDeviceOf(click.userAgent);
  const isTool = click.class === 'http_client' && settings.countHttpClients;
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
    country: location.country ?? click.country,
    region: location.region,
    city: location.city === null ? null : dimensionKey(location.city),
    device,
    os,
    browser,
    language: languageOf(click.language),
    referrerHost: outsideHost,
    referrer: outsideHost === null || settings.referrerStorage === 'host' ? null : storable(click.referrer),
    destination: click.destination === '' ? null : storable(click.destination),
    utm: clickUtm(click.query, click.destination),
    query: click.query === '' ? null : storable(click.query.slice(0, QUERY_LENGTH)),
    addressPrefix: settings.addressStorage === 'prefix' ? networkPrefix(click.address) : null,
    interest: click.interest,
  };
}
