import type { ClickClass } from '../../shared/clicks';
import { newId } from '../../shared/ids';
import type { ClickRecord } from '../clicks/record';
import { clientAddress, inNetworks, parseCidrs } from '../limits/client-address';
import type { AskedQuery } from './query';
import type { CompiledLink, LinkHost, Peer } from './types';

const LIMITS = { userAgent: 512, referrer: 1024, language: 64, query: 1024, destination: 8192 } as const;

/** One request on its way through the redirect. */
export interface Visit {
  request: Request;
  peer: Peer | null;
  host: LinkHost;
  /** As it came, without its first slash. */
  path: string;
  query: AskedQuery;
}

/** What is known of a request before anything is looked up. */
export type Facts = Pick<
  ClickRecord,
  'id' | 'at' | 'address' | 'userAgent' | 'referrer' | 'language' | 'country' | 'query' | 'trigger' | 'class'
>;

interface FactSettings {
  trustedProxies: readonly string[];
  /** Where proxies name the visitor’s country. */
  geoCountryHeader: string | undefined;
}

/** Reads the facts of a request; what proxies say counts only where they are trusted. */
export function createFactReader({ trustedProxies, geoCountryHeader }: FactSettings) {
  const networks = parseCidrs(trustedProxies);
  const hasProxies = trustedProxies.length > 0;

  const countryOf = (headers: Headers, socket: string): string | null => {
    if (geoCountryHeader === undefined || !hasProxies || !inNetworks(socket, networks)) return null;
    const country = headers.get(geoCountryHeader)?.toUpperCase() ?? '';
    return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
  };

  return ({ request, peer, query }: Visit, at: number, kind: ClickClass): Facts => {
    const { headers } = request;
    const socket = peer?.requestIP(request)?.address ?? '';
    return {
      id: newId('clk', at),
      at,
      address: clientAddress(socket, hasProxies ? headers.get('x-forwarded-for') : null, networks),
      userAgent: cut(headers.get('user-agent'), LIMITS.userAgent),
      referrer: withoutQuery(cut(headers.get('referer'), LIMITS.referrer)),
      language: cut(headers.get('accept-language'), LIMITS.language),
      country: countryOf(headers, socket),
      query: cut(query.text, LIMITS.query),
      trigger: query.isQr ? 'qr' : 'link',
      class: kind,
    };
  };
}

/** The whole record, once it is known what the request led to. */
export const clickOf = (
  facts: Facts,
  link: CompiledLink,
  host: LinkHost,
  led: { destination: string; targetKey: string | null; used: boolean; interest: number },
): ClickRecord => ({
  id: facts.id,
  workspaceId: link.workspaceId,
  domainId: host.id,
  linkId: link.id,
  linkVersion: link.version,
  tagIds: link.tagIds,
  at: facts.at,
  address: facts.address,
  userAgent: facts.userAgent,
  referrer: facts.referrer,
  language: facts.language,
  country: facts.country,
  query: facts.query,
  destination: cut(led.destination, LIMITS.destination),
  targetKey: led.targetKey,
  trigger: facts.trigger,
  class: facts.class,
  used: led.used,
  interest: led.interest,
});

/** The request id of the answer: the characters of the click’s id. */
export const requestIdOf = (clickId: string): string => `req_${clickId.slice(4)}`;

const cut = (text: string | null, length: number): string =>
  text === null ? '' : text.length > length ? text.slice(0, length) : text;

function withoutQuery(referrer: string): string {
  const end = referrer.search(/[?#]/);
  return end < 0 ? referrer : referrer.slice(0, end);
}
