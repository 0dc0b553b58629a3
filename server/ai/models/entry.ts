import type { AiProvider } from '../providers/provider';
import { listingOf, providerInfo, type ProviderInfo, type ProviderListing } from './listing';
import type { Snapshot } from './snapshot';
import { isExpired } from './transition';

export interface CatalogueEntry {
  provider: AiProvider;
  firstSeen: number;
  snapshot: Snapshot | undefined;
  notBefore: number;
  /** This process has received an answer or has waited long enough. */
  settled: boolean;
  running: Promise<void> | undefined;
  operatorDetail: string | null;
  listing: ProviderListing;
  listingInputs: { snapshot: Snapshot | undefined; expired: boolean; text: string };
}

export function newEntry(provider: AiProvider, snapshot: Snapshot | undefined, now: number): CatalogueEntry {
  const listing = listingOf(provider, snapshot, { now, firstSeen: now });
  return {
    provider,
    firstSeen: now,
    snapshot,
    notBefore: 0,
    settled: false,
    running: undefined,
    operatorDetail: null,
    listing,
    listingInputs: { snapshot, expired: isExpired(snapshot, now), text: JSON.stringify(listing) },
  };
}

/** False if the listing is the same as before. */
export function refreshListing(entry: CatalogueEntry, now: number): boolean {
  const { snapshot, firstSeen, listingInputs } = entry;
  const isOld = isExpired(snapshot, now);
  if (listingInputs.snapshot === snapshot && listingInputs.expired === isOld) return false;

  const listing = listingOf(entry.provider, snapshot, { now, firstSeen });
  const text = JSON.stringify(listing);
  const changed = text !== listingInputs.text;
  if (changed) entry.listing = listing;
  entry.listingInputs = { snapshot, expired: isOld, text };
  return changed;
}

export const refreshDueAt = ({ provider, snapshot, notBefore }: CatalogueEntry): number =>
  provider.discovery === 'live' ? Math.max(snapshot?.nextAt ?? 0, notBefore) : Number.POSITIVE_INFINITY;

export const isNew = ({ provider, snapshot, settled }: CatalogueEntry): boolean =>
  provider.discovery === 'live' && !settled && (snapshot?.fetchedAt ?? null) === null && snapshot?.status !== 'static';

/** For the operator only, since it contains addresses. Times are milliseconds. */
export interface ProviderReport
  extends
    ProviderInfo,
    Pick<Snapshot, 'fetchedAt' | 'nextAt' | 'failures' | 'failingSince' | 'errorCode' | 'urlUsed' | 'dropped'> {
  status: ProviderListing['status'];
  models: number;
  detail: string | null;
}

const NEVER_FETCHED = {
  fetchedAt: null,
  nextAt: null,
  failures: 0,
  failingSince: null,
  errorCode: null,
  errorDetail: null,
  urlUsed: null,
  dropped: 0,
};

export function reportOf({ provider, snapshot, listing, operatorDetail }: CatalogueEntry): ProviderReport {
  const { errorDetail, fetchedAt, nextAt, failures, failingSince, errorCode, urlUsed, dropped } =
    snapshot ?? NEVER_FETCHED;
  const detail = [errorDetail, operatorDetail].filter(Boolean).join(' ');
  return {
    ...providerInfo(provider),
    status: listing.status,
    models: listing.models.length,
    detail: detail === '' ? null : detail,
    fetchedAt,
    nextAt,
    failures,
    failingSince,
    errorCode,
    urlUsed,
    dropped,
  };
}
