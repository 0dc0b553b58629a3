import type { AiProvider } from '../providers/provider';
import { listingOf, type ListingOptions, type ProviderListing } from './listing';
import type { Snapshot } from './snapshot';
import { isExpired } from './transition';

/** One provider of the catalogue, and what this process knows of it. */
export interface Entry {
  provider: AiProvider;
  firstSeen: number;
  snapshot: Snapshot | undefined;
  /** Not asked before this time for a reason of this process, such as another one that holds the lease. */
  notBefore: number;
  /** This process has had an answer, or has waited long enough for one. */
  settled: boolean;
  running: Promise<void> | undefined;
  /** For the operator, besides the snapshot’s detail. */
  operatorDetail: string | null;
  listing: ProviderListing;
  /** What `listing` was made of, so that it is not made anew for nothing. */
  madeOf: { snapshot: Snapshot | undefined; expired: boolean; text: string };
}

export function newEntry(
  provider: AiProvider,
  snapshot: Snapshot | undefined,
  options: Omit<ListingOptions, 'firstSeen'>,
): Entry {
  const firstSeen = options.now;
  const listing = listingOf(provider, snapshot, { ...options, firstSeen });
  return {
    provider,
    firstSeen,
    snapshot,
    notBefore: 0,
    settled: false,
    running: undefined,
    operatorDetail: null,
    listing,
    madeOf: { snapshot, expired: expired(snapshot, options.now), text: JSON.stringify(listing) },
  };
}

/** Makes the listing anew where the snapshot or its age says so; whether it then reads differently. */
export function renew(entry: Entry, options: Omit<ListingOptions, 'firstSeen'>): boolean {
  const { snapshot, madeOf } = entry;
  const isOld = expired(snapshot, options.now);
  if (madeOf.snapshot === snapshot && madeOf.expired === isOld) return false;

  const listing = listingOf(entry.provider, snapshot, { ...options, firstSeen: entry.firstSeen });
  const text = JSON.stringify(listing);
  const changed = text !== madeOf.text;
  if (changed) entry.listing = listing;
  entry.madeOf = { snapshot, expired: isOld, text };
  return changed;
}

const expired = (snapshot: Snapshot | undefined, now: number): boolean =>
  snapshot !== undefined && isExpired(snapshot, now);

/** When the provider is to be asked next; never for one that is not asked. */
export const dueAt = ({ provider, snapshot, notBefore }: Entry): number =>
  provider.discovery === 'live' ? Math.max(snapshot?.nextAt ?? 0, notBefore) : Number.POSITIVE_INFINITY;

/** Nothing was ever listed, and this process has not asked yet: a request may wait a little. */
export const isNew = ({ provider, snapshot, settled }: Entry): boolean =>
  provider.discovery === 'live' && !settled && (snapshot?.fetchedAt ?? null) === null && snapshot?.status !== 'static';
