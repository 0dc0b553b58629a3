import type { Continent } from '../../../shared/links/clicks';
import { machineOf, type Machine } from '../clicks/enrich/device';
import { hostOf } from '../clicks/enrich/texts';

export interface VisitorPlace {
  country: string | null;
  continent: Continent | null;
  region: string | null;
  city: string | null;
}

/** What targeting asks of a request; each is found out when a rule needs it. */
export interface Visitor {
  place(): VisitorPlace;
  /** Undefined when the client says nothing of itself. */
  machine(): Machine | undefined;
  language(): string | undefined;
  referrerHost(): string | null;
  query: string;
  now: number;
}

interface Asked {
  address: string;
  userAgent: string;
  referrer: string;
  language: string;
  country: string | null;
  at: number;
}

export function createVisitor(
  asked: Asked,
  query: string,
  placeOf: (address: string, country: string | null) => VisitorPlace,
): Visitor {
  return {
    place: () => placeOf(asked.address, asked.country),
    machine: () => (asked.userAgent === '' ? undefined : machineOf(asked.userAgent)),
    language: () => favourite(asked.language),
    referrerHost: () => hostOf(asked.referrer),
    query,
    now: asked.at,
  };
}

/** The tag of the highest `q` in an `Accept-Language` header; the first of several. */
function favourite(header: string): string | undefined {
  let best: { tag: string; quality: number } | undefined;
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const stated = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    const quality = stated === undefined ? 1 : Number(stated);
    if (/^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/.test(tag) && quality > (best?.quality ?? 0)) best = { tag, quality };
  }
  return best?.tag;
}
