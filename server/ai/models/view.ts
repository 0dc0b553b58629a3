import type { ModelsHealth } from '../../../shared/ai/model-providers';
import { MAX_MODELS, type Model, type ModelsSettings, type ModelWarning } from '../../../shared/ai/models';
import { isAllowed, mayAllowPrefix } from '../providers/globs';
import type { ProviderListing } from './listing';
import { upstreamIdOf } from './upstream-id';

export interface Viewer {
  workspaceId: string;
  settings: ModelsSettings;
}

export interface View {
  models: readonly Model[];
  warnings: readonly ModelWarning[];
  partial: readonly string[];
  /** All providers fail and no listing is known: answered with 503. */
  unavailable: boolean;
  /** Includes providers without a model, and the targets of aliases. */
  health: ModelsHealth;
  /** Accepts an id, an alias, or an upstream id that only one provider has. */
  resolve: (name: string) => Model | undefined;
  /** The models that a call with this name tries, best first; several for an alias. */
  candidates: (name: string) => Model[];
}

const NO_PROVIDER: ModelWarning = {
  code: 'no_provider_configured',
  provider: null,
  detail: 'No AI provider is configured for this workspace.',
  since: null,
  fallback: 'none',
};

export function viewOf(listings: readonly ProviderListing[], { workspaceId, settings }: Viewer): View {
  const visible = listings.filter(
    ({ slug, workspaces }) =>
      (workspaces === '*' || workspaces.includes(workspaceId)) && mayAllowPrefix(settings, `${slug}/`),
  );

  const allowed = visible
    .flatMap((listing) => listing.models)
    .filter((model) => isAllowed(settings, model.id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const index = new Map(allowed.slice(0, MAX_MODELS).map((model) => [model.id, model]));
  const bare = uniqueUpstreamIds(index.values());
  const byName = (name: string) => index.get(name) ?? index.get(bare.get(name) ?? '');

  const aliases = targetsOf(settings.aliases, byName);
  for (const [name, model] of aliases) index.set(model.id, withAlias(index.get(model.id) ?? model, name));

  return {
    models: [...index.values()],
    warnings: [
      ...(visible.length === 0 ? [NO_PROVIDER] : visible.flatMap((listing) => listing.warnings)),
      ...overflowWarnings(allowed),
    ],
    partial: visible.filter(isPartial).map((listing) => listing.slug),
    unavailable: visible.length > 0 && visible.every((listing) => listing.empty),
    health: {
      providers: visible.map(({ slug, name, type, location, status, models, warnings }) => {
        const usable = models.filter(({ id }) => index.has(id)).length;
        return { slug, name, type, location, status, models: usable, warnings: [...warnings] };
      }),
      aliases: Object.keys(settings.aliases)
        .toSorted()
        .map((name) => ({ name, model_id: aliases.get(name)?.id ?? null })),
    },
    resolve: (name) => index.get(name) ?? index.get(aliases.get(name)?.id ?? bare.get(name) ?? ''),
    candidates(name) {
      const exact = index.get(name);
      if (exact) return [exact];
      const targets = Object.hasOwn(settings.aliases, name) ? (settings.aliases[name] ?? []) : [name];
      const models = targets.map(byName).filter((model) => model !== undefined);
      return models.toSorted((a, b) => Number(a.status === 'unavailable') - Number(b.status === 'unavailable'));
    },
  };
}

const isPartial = ({ status, warnings }: ProviderListing): boolean =>
  status === 'stale' || status === 'down' || warnings.some((warning) => warning.fallback === 'none');

function targetsOf(aliases: ModelsSettings['aliases'], find: (name: string) => Model | undefined): Map<string, Model> {
  const targets = new Map<string, Model>();
  for (const [alias, names] of Object.entries(aliases)) {
    const models = names.map(find).filter((model) => model !== undefined);
    const target = models.find((model) => model.status !== 'unavailable') ?? models[0];
    if (target !== undefined) targets.set(alias, target);
  }
  return targets;
}

const withAlias = (model: Model, alias: string): Model => ({ ...model, aliases: [...model.aliases, alias].toSorted() });

function uniqueUpstreamIds(models: Iterable<Model>): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const model of models) {
    const bare = upstreamIdOf(model);
    if (found.has(bare)) twice.add(bare);
    else found.set(bare, model.id);
  }
  for (const bare of twice) found.delete(bare);
  return found;
}

function overflowWarnings(allowed: readonly Model[]): ModelWarning[] {
  const over = allowed.length - MAX_MODELS;
  if (over <= 0) return [];
  const detail = `${over} models are left out: a workspace can list at most ${MAX_MODELS} models.`;
  return [{ code: 'models_dropped', provider: null, detail, since: null, fallback: null }];
}
