import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { Model, ModelWarning, ProviderStatus } from '../../../shared/ai/models';
import { isAllowed } from '../providers/globs';
import type { AiProvider, UpstreamModel } from '../providers/provider';
import { presentModel } from './present';
import { nativeEndpoints } from './served-endpoints';
import type { Snapshot } from './snapshot';
import { blankModel, isExpired } from './transition';

export type ProviderInfo = Pick<AiProvider, 'slug' | 'name' | 'type' | 'location' | 'workspaces'>;

export const providerInfo = ({ slug, name, type, location, workspaces }: AiProvider): ProviderInfo => ({
  slug,
  name,
  type,
  location,
  workspaces,
});

export interface ProviderListing extends ProviderInfo {
  status: ProviderStatus;
  models: readonly Model[];
  /** By the id of the model, where the list of the provider names them. */
  endpoints: Readonly<Record<string, readonly AiEndpoint[]>>;
  warnings: readonly ModelWarning[];
  /** The provider fails, and there is neither an old listing nor a configured model. */
  empty: boolean;
}

/** Times are milliseconds. */
export function listingOf(
  provider: AiProvider,
  snapshot: Snapshot | undefined,
  { now, firstSeen }: { now: number; firstSeen: number },
): ProviderListing {
  const live = provider.discovery === 'live';
  const current = live && !isExpired(snapshot, now) ? snapshot : undefined;
  const discovered = current === undefined ? [] : listedModels(provider, current);
  const status = live ? (snapshot?.status ?? 'stale') : 'static';

  const created = new Map(snapshot?.models.map((model) => [model.id, model.created]));
  const configured = new Map(provider.models.map((model) => [model.id, model]));
  const ids = new Set(discovered.map((model) => model.id));
  const added = provider.models.filter((model) => !ids.has(model.id)).map((model) => blankModel(model.id));
  const endpoints: Record<string, readonly AiEndpoint[]> = {};
  for (const model of discovered) {
    const native = nativeEndpoints(provider, model);
    if (native.areListed) endpoints[`${provider.slug}/${model.id}`] = native.endpoints;
  }
  const models = [...discovered, ...added].map((model) =>
    presentModel(provider, model, configured.get(model.id), {
      created: created.get(model.id) ?? model.created ?? Math.floor(firstSeen / 1000),
      providerStatus: status,
    }),
  );

  const fallback = discovered.length > 0 ? 'stale' : provider.models.length > 0 ? 'static' : 'none';
  return {
    ...providerInfo(provider),
    status,
    models,
    endpoints,
    warnings: live
      ? [...failureWarnings(provider.slug, snapshot, fallback), ...dropWarnings(provider.slug, current)]
      : [],
    empty: fallback === 'none' && (status === 'stale' || status === 'down') && (snapshot?.fetchedAt ?? null) === null,
  };
}

const listedModels = (provider: AiProvider, snapshot: Snapshot): UpstreamModel[] =>
  snapshot.models.filter(
    (model) => model.listed && isAllowed({ allow: provider.include, deny: provider.exclude }, model.id),
  );

function failureWarnings(
  provider: string,
  snapshot: Snapshot | undefined,
  fallback: NonNullable<ModelWarning['fallback']>,
): ModelWarning[] {
  if (snapshot === undefined) {
    return [
      { code: 'provider_timeout', provider, detail: 'The provider has not responded yet.', since: null, fallback },
    ];
  }
  if (snapshot.errorCode === null) return [];
  const since = snapshot.failingSince === null ? null : new Date(snapshot.failingSince).toISOString();
  return [{ code: snapshot.errorCode, provider, detail: snapshot.errorDetail ?? '', since, fallback }];
}

function dropWarnings(provider: string, current: Snapshot | undefined): ModelWarning[] {
  if (current === undefined || current.dropped === 0) return [];
  const detail = `${current.dropped} models of this provider are left out: duplicate ids, invalid ids or too many models.`;
  return [{ code: 'models_dropped', provider, detail, since: null, fallback: null }];
}
