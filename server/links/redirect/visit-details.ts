import { newId } from '../../../shared/ids';
import { clientAddress, inNetworks, parseCidrs } from '../../limits/client-address';
import { agentClassOf, purposeOf } from '../clicks/agents';
import type { ClickRecord } from '../clicks/journal/record';
import { truncate } from './copy-text';
import type { VisitQuery } from './request-url';
import type { CompiledLink, LinkHost, RedirectPeer } from './types';

const LIMITS = { userAgent: 512, referrer: 1024, language: 64, query: 1024 } as const;
const MAX_DESTINATION = 8192;

export interface Visit {
  request: Request;
  peer: RedirectPeer | null;
  host: LinkHost;
  path: string;
  query: VisitQuery;
}

interface RequestDetails extends Pick<
  ClickRecord,
  'address' | 'userAgent' | 'referrer' | 'language' | 'country' | 'query' | 'trigger'
> {
  purpose: 'head' | 'prefetch' | undefined;
}

export type VisitDetails = RequestDetails & Pick<ClickRecord, 'id' | 'at' | 'class'>;

export const visitDetails = (requestDetails: RequestDetails, at: number): VisitDetails => ({
  ...requestDetails,
  id: newId('clk', at),
  at,
  class: agentClassOf(requestDetails.purpose, requestDetails.userAgent),
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

  return (request: Request, peer: RedirectPeer | null, query: VisitQuery): RequestDetails => {
    const { headers } = request;
    const socket = peer?.requestIP(request)?.address ?? '';
    return {
      address: clientAddress(socket, hasProxies ? headers.get('x-forwarded-for') : null, networks),
      userAgent: truncate(headers.get('user-agent') ?? '', LIMITS.userAgent),
      referrer: withoutQuery(truncate(headers.get('referer') ?? '', LIMITS.referrer)),
      language: truncate(headers.get('accept-language') ?? '', LIMITS.language),
      country: countryOf(headers, socket),
      query: truncate(query.text, LIMITS.query),
      trigger: query.isQr ? 'qr' : 'link',
      purpose: purposeOf(request.method, headers),
    };
  };
}

export const clickRecord = (
  details: VisitDetails,
  link: CompiledLink,
  host: LinkHost,
  result: { destination: string; targetKey: string | null; used: boolean; interest: number },
): ClickRecord => ({
  id: details.id,
  workspaceId: link.workspaceId,
  domainId: host.id,
  linkId: link.id,
  linkVersion: link.version,
  tagIds: link.tagIds,
  at: details.at,
  address: details.address,
  userAgent: details.userAgent,
  referrer: details.referrer,
  language: details.language,
  country: details.country,
  query: details.query,
  destination: truncate(result.destination, MAX_DESTINATION),
  targetKey: result.targetKey,
  trigger: details.trigger,
  class: details.class,
  used: result.used,
  interest: result.interest,
});

export const requestIdOf = (clickId: string): string => `req_${clickId.slice(4)}`;

function withoutQuery(referrer: string): string {
  const end = referrer.search(/[?#]/);
  return end < 0 ? referrer : referrer.slice(0, end);
}
