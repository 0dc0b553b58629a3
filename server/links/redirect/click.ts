import { newId } from '../../../shared/ids';
import { clientAddress, inNetworks, parseCidrs } from '../../limits/client-address';
import { agentClassOf, purposeOf } from '../clicks/agents';
import type { ClickRecord } from '../clicks/journal/record';
import type { VisitQuery } from './query';
import { cut } from './text';
import type { CompiledLink, LinkHost, RedirectPeer } from './types';

const LIMITS = { userAgent: 512, referrer: 1024, language: 64, query: 1024 } as const;
/** Stored characters of a destination. */
const MAX_DESTINATION = 8192;

export interface Visit {
  request: Request;
  peer: RedirectPeer | null;
  host: LinkHost;
  path: string;
  query: VisitQuery;
}

interface VisitFacts extends Pick<
  ClickRecord,
  'address' | 'userAgent' | 'referrer' | 'language' | 'country' | 'query' | 'trigger'
> {
  purpose: 'head' | 'prefetch' | undefined;
}

export type Facts = VisitFacts & Pick<ClickRecord, 'id' | 'at' | 'class'>;

export const clickInput = (asked: VisitFacts, at: number): Facts => ({
  ...asked,
  id: newId('clk', at),
  at,
  class: agentClassOf(asked.purpose, asked.userAgent),
});

interface VisitReaderOptions {
  trustedProxies: readonly string[];
  geoCountryHeader: string | undefined;
}

export function createVisitReader({ trustedProxies, geoCountryHeader }: VisitReaderOptions) {
  const networks = parseCidrs(trustedProxies);
  const hasProxies = trustedProxies.length > 0;

  const countryOf = (headers: Headers, socket: string): string | null => {
    if (geoCountryHeader === undefined || !hasProxies || !inNetworks(socket, networks)) return null;
    const country = headers.get(geoCountryHeader)?.toUpperCase() ?? '';
    return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
  };

  return (request: Request, peer: RedirectPeer | null, query: VisitQuery): VisitFacts => {
    const { headers } = request;
    const socket = peer?.requestIP(request)?.address ?? '';
    return {
      address: clientAddress(socket, hasProxies ? headers.get('x-forwarded-for') : null, networks),
      userAgent: cut(headers.get('user-agent') ?? '', LIMITS.userAgent),
      referrer: withoutQuery(cut(headers.get('referer') ?? '', LIMITS.referrer)),
      language: cut(headers.get('accept-language') ?? '', LIMITS.language),
      country: countryOf(headers, socket),
      query: cut(query.text, LIMITS.query),
      trigger: query.isQr ? 'qr' : 'link',
      purpose: purposeOf(request.method, headers),
    };
  };
}

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
  destination: cut(led.destination, MAX_DESTINATION),
  targetKey: led.targetKey,
  trigger: facts.trigger,
  class: facts.class,
  used: led.used,
  interest: led.interest,
});

export const requestIdOf = (clickId: string): string => `req_${clickId.slice(4)}`;

function withoutQuery(referrer: string): string {
  const end = referrer.search(/[?#]/);
  return end < 0 ? referrer : referrer.slice(0, end);
}
