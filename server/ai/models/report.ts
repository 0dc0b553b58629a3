import type { ProviderStatus } from '../../../shared/ai/models';
import type { AiProvider, FailureCode } from '../providers/provider';
import type { CatalogueEntry } from './entry';

/** For the operator only, since it contains addresses. Times are milliseconds. */
export interface ProviderReport {
  slug: string;
  name: string;
  type: AiProvider['type'];
  location: AiProvider['location'];
  workspaces: AiProvider['workspaces'];
  status: ProviderStatus;
  models: number;
  fetchedAt: number | null;
  nextAt: number | null;
  failures: number;
  failingSince: number | null;
  errorCode: FailureCode | null;
  detail: string | null;
  urlUsed: string | null;
  dropped: number;
}

export function reportOf({ provider, snapshot, listing, operatorDetail }: CatalogueEntry): ProviderReport {
  const detail = [snapshot?.errorDetail, operatorDetail].filter(Boolean).join(' ');
  return {
    slug: provider.slug,
    name: provider.name,
    type: provider.type,
    location: provider.location,
    workspaces: provider.workspaces,
    status: listing.status,
    models: listing.models.length,
    fetchedAt: snapshot?.fetchedAt ?? null,
    nextAt: snapshot?.nextAt ?? null,
    failures: snapshot?.failures ?? 0,
    failingSince: snapshot?.failingSince ?? null,
    errorCode: snapshot?.errorCode ?? null,
    detail: detail === '' ? null : detail,
    urlUsed: snapshot?.urlUsed ?? null,
    dropped: snapshot?.dropped ?? 0,
  };
}
