import type { ModelProvider, ProviderCheckResult } from '../../../shared/ai/model-providers';
import { DEFAULT_PROVIDER_TYPE } from '../../../shared/ai/providers';
import type { ProviderCheck } from '../models/check';
import type { ProviderReport } from '../models/entry';
import { locationOf } from './location';
import type { ResolvedProviderConfig } from './provider-config';

type Known = Pick<ResolvedProviderConfig, 'slug'> & Partial<ResolvedProviderConfig>;

const iso = (milliseconds: number | null | undefined): string | null =>
  milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds).toISOString();

export function presentProvider(
  config: Known,
  source: ModelProvider['source'],
  report: ProviderReport | undefined,
): ModelProvider {
  return {
    slug: config.slug,
    name: config.name ?? report?.name ?? config.slug,
    type: config.type ?? report?.type ?? DEFAULT_PROVIDER_TYPE,
    source,
    base_url: config.base_url ?? null,
    key_hint: config.api_key?.slice(-4) ?? null,
    header_names: Object.keys(config.headers ?? {}),
    enabled: config.enabled ?? true,
    discover: config.discover ?? true,
    location: config.location ?? report?.location ?? (config.base_url ? locationOf(config.base_url) : 'local'),
    own_location: config.location ?? null,
    workspaces: (config.workspaces ?? report?.workspaces ?? '*') as ModelProvider['workspaces'],
    include: config.include ?? ['*'],
    exclude: config.exclude ?? [],
    own_endpoints: config.endpoints ?? null,
    own_models: config.models ?? [],
    timeout_ms: config.timeout_ms ?? 2000,
    max_concurrency: config.max_concurrency ?? 32,
    status: report?.status ?? null,
    models: report?.models ?? 0,
    fetched_at: iso(report?.fetchedAt),
    next_at: iso(report?.nextAt),
    failures: report?.failures ?? 0,
    failing_since: iso(report?.failingSince),
    error_code: report?.errorCode ?? null,
    detail: report?.detail ?? null,
    url_used: report?.urlUsed ?? null,
    dropped: report?.dropped ?? 0,
  };
}

export const presentCheck = (check: ProviderCheck): ProviderCheckResult => ({
  ok: check.ok,
  url: check.url,
  http_status: check.httpStatus,
  latency_ms: check.latencyMs,
  count: check.count,
  first_ids: check.firstIds,
  dropped: check.dropped,
  code: check.code,
  detail: check.detail,
  advice: check.advice,
});
