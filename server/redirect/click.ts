import { newId } from '../../shared/ids';
import { classOf, purposeOf } from '../clicks/agents';
import type { ClickRecord } from '../clicks/record';
import type { ClickFields } from '../clicks/record-fields';
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

/** What a request says of itself. */
export interface Asked extends Pick<
  ClickRecord,
  'address' | 'userAgent' | 'referrer' | 'language' | 'country' | 'query' | 'trigger'
> {
  /** Its class, where that is not the agent’s. */
  purpose: 'head' | 'prefetch' | undefined;
}

/** What is known of a request before anything is looked up. */
export type Facts = Asked & Pick<ClickRecord, 'id' | 'at' | 'class'>;

export const factsOf = (asked: Asked, at: number): Facts => ({
  ...asked,
  id: newId('clk', at),
  at,
  class: classOf(asked.purpose, asked.userAgent),
});

interface FactSettings {
  trustedProxies: readonly string[];
  /** Where proxies name the visitor’s country. */
  geoCountryHeader: string | undefined;
}

/** Reads what a request says; what proxies say counts only where they are trusted. */
export function createAskedReader({ trustedProxies, geoCountryHeader }: FactSettings) {
  const networks = parseCidrs(trustedProxies);
  const hasProxies = trustedProxies.length > 0;

  const countryOf = (headers: Headers, socket: string): string | null => {
    if (geoCountryHeader === undefined || !hasProxies || !inNetworks(socket, networks)) return null;
    const country = headers.get(geoCountryHeader)?.toUpperCase() ?? '';
    return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
  };

  return (request: Request, peer: Peer | null, query: AskedQuery): Asked => {
    const { headers } = request;
    const socket = peer?.requestIP(request)?.address ?? '';
    return {
      address: clientAddress(socket, hasProxies ? headers.get('x-forwarded-for') : null, networks),
      userAgent: cut(headers.get('user-agent'), LIMITS.userAgent),
      referrer: withoutQuery(cut(headers.get('referer'), LIMITS.referrer)),
      language: cut(headers.get('accept-language'), LIMITS.language),
      country: countryOf(headers, socket),
      query: cut(query.text, LIMITS.query),
      trigger: query.isQr ? 'qr' : 'link',
      purpose: purposeOf(request.method, headers),
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

type PlainLed = Pick<ClickRecord, 'id' | 'at' | 'destination' | 'interest'>;

/** The request id of the answer: the characters of the click’s id. */
export const requestIdOf = (clickId: string): string => `req_${clickId.slice(4)}`;

/** The same of a link that has nothing special, as the journal has it. */
export const fieldsOf = (asked: Asked, link: CompiledLink, host: LinkHost, led: PlainLed): ClickFields => [
  led.id,
  link.workspaceId,
  host.id,
  link.id,
  link.version,
  link.tagIds,
  led.at,
  asked.address,
  asked.userAgent,
  asked.referrer,
  asked.language,
  asked.country,
  asked.query,
  cut(led.destination, LIMITS.destination),
  null,
  asked.trigger,
  classOf(asked.purpose, asked.userAgent),
  false,
  led.interest,
];

/** A copy: a slice would keep all of a long text in memory. */
const cut = (text: string | null, length: number): string =>
  text === null ? '' : text.length > length ? Buffer.from(text.slice(0, length)).toString() : text;

function withoutQuery(referrer: string): string {
  const end = referrer.search(/[?#]/);
  return end < 0 ? referrer : referrer.slice(0, end);
}
