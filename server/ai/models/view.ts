import type { ModelsHealth } from '../../../shared/ai/model-providers';
import { MAX_MODELS, type Model, type ModelsSettings, type ModelWarning } from '../../../shared/ai/models';
import { isAllowed, mayAllowPrefix, type GlobRules } from '../providers/globs';
import type { ProviderListing } from './listing';

export interface Viewer {
  workspaceId: string;
  settings: ModelsSettings;
  /** A further narrowing of what may be used, such as a key’s own; both must allow a model. */
  narrowing?: GlobRules;
}

/** What one workspace sees of the catalogue. */
export interface View {
  /** By id. */
  models: readonly Model[];
  warnings: readonly ModelWarning[];
  /** Slugs of the providers that are stale or missing. */
  partial: readonly string[];
  /** There are providers, all of them fail, and nothing was ever known: 503. */
  unavailable: boolean;
  /** How its providers are, those without a model too, and where its aliases lead. */
  health: ModelsHealth;
  /** Id, alias, or id at the provider if only one model has it. */
  resolve: (name: string) => Model | undefined;
}

const NO_PROVIDER: ModelWarning = {
  code: 'no_provider_configured',
  provider: null,
  detail: 'No AI provider is configured for this workspace.',
  since: null,
  serving: 'nothing',
};

/** Pure: the same catalogue and viewer give the same view, so it can be kept by their versions. */
export function viewOf(listings: readonly ProviderListing[], viewer: Viewer): View {
  const rules = [viewer.settings, ...(viewer.narrowing ? [viewer.narrowing] : [])];
  const mine = listings.filter(
    ({ slug, workspaces }) =>
      (workspaces === '*' || workspaces.includes(viewer.workspaceId)) &&
      rules.every((rule) => mayAllowPrefix(rule, `${slug}/`)),
  );

  const allowed = mine
    .flatMap((listing) => listing.models)
    .filter((model) => rules.every((rule) => isAllowed(rule, model.id)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const index = new Map(allowed.slice(0, MAX_MODELS).map((model) => [model.id, model]));
  const bare = bareIds(index.values());
  const byName = (name: string) => index.get(name) ?? index.get(bare.get(name) ?? '');

  const aliases = targetsOf(viewer.settings.aliases, byName);
  for (const [name, model] of aliases) index.set(model.id, withAlias(index.get(model.id) ?? model, name));

  return {
    models: [...index.values()],
    warnings: [
      ...(mine.length === 0 ? [NO_PROVIDER] : mine.flatMap((listing) => listing.warnings)),
      ...overflow(allowed),
    ],
    partial: mine.filter(isPartial).map((listing) => listing.slug),
    unavailable: mine.length > 0 && mine.every((listing) => listing.empty),
    health: {
      providers: mine.map(({ slug, name, type, location, status, models, warnings }) => {
        const usable = models.filter(({ id }) => index.has(id)).length;
        return { slug, name, type, location, status, models: usable, warnings: [...warnings] };
      }),
      aliases: Object.keys(viewer.settings.aliases)
        .toSorted()
        .map((name) => ({ name, model_id: aliases.get(name)?.id ?? null })),
    },
    resolve: (name) => index.get(name) ?? index.get(aliases.get(name)?.id ?? bare.get(name) ?? ''),
  };
}

const isPartial = ({ status, warnings }: ProviderListing): boolean =>
  status === 'stale' || status === 'down' || warnings.some((warning) => warning.serving === 'nothing');

/** Each alias with the first of its models that can be used now; else the first that is there at all. */
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

/** Ids at the provider that only one model has, with its full id. */
function bareIds(models: Iterable<Model>): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id } of models) {
    const bare = id.slice(id.indexOf('/') + 1);
    if (found.has(bare)) twice.add(bare);
    else found.set(bare, id);
  }
  for (const bare of twice) found.delete(bare);
  return found;
}

function overflow(allowed: readonly Model[]): ModelWarning[] {
  const over = allowed.length - MAX_MODELS;
  if (over <= 0) return [];
  const detail = `${over} models are left out: a workspace can list at most ${MAX_MODELS} models.`;
  return [{ code: 'models_dropped', provider: null, detail, since: null, serving: null }];
}
