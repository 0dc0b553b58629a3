import type { Continent } from '../../../shared/links/clicks';
import { visitorDeviceOf, type VisitorDevice } from '../clicks/enrich/device';
import { referrerHost } from '../clicks/enrich/texts';
import type { ClickRecord } from '../clicks/journal/record';

export interface VisitorLocation {
  country: string | null;
  continent: Continent | null;
  region: string | null;
  city: string | null;
}

export interface Visitor {
  location(): VisitorLocation;
  device(): VisitorDevice | undefined;
  language(): string | undefined;
  referrerHost(): string | null;
  query(): URLSearchParams;
  now: number;
}

type VisitInput = Pick<ClickRecord, 'address' | 'userAgent' | 'referrer' | 'language' | 'country' | 'at'>;

export function createVisitor(
  visit: VisitInput,
  query: string,
  locationOf: (address: string, country: string | null) => VisitorLocation,
): Visitor {
  let parameters: URLSearchParams | undefined;
  return {
    location: () => locationOf(visit.address, visit.country),
    device: () => (visit.userAgent === '' ? undefined : visitorDeviceOf(visit.userAgent)),
    language: () => preferredLanguage(visit.language),
    referrerHost: () => referrerHost(visit.referrer),
    query: () => (parameters ??= new URLSearchParams(query)),
    now: visit.at,
  };
}

/** The tag with the highest `q`; the first of several. */
function preferredLanguage(header: string): string | undefined {
  let best: { tag: string; quality: number } | undefined;
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const stated = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    const quality = stated === undefined ? 1 : Number(stated);
    if (/^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/.test(tag) && quality > (best?.quality ?? 0)) best = { tag, quality };
  }
  return best?.tag;
}
