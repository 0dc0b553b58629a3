import { LRUCache } from 'lru-cache';

import type { ModelsSettings } from '../../../shared/ai/models';
import type { AuthCache } from '../../access';
import type { Awaitable } from '../../awaitable';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import type { Log } from '../../log';
import { createProviders } from '../providers/create';
import { readProviders, type ResolvedProviderConfig } from '../providers/provider-config';
import { openProvider } from '../providers/stored-provider';
import { readModelsSettings } from '../queries/settings';
import { readProviderRows } from '../system/models';
import { ModelCatalogue } from './catalogue';
import { databaseSnapshots } from './snapshot';
import { viewOf, type View } from './view';

/** Read by `fetch`. */
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
const MAX_WORKSPACES = 10_000;

export interface CachedView {
  version: number;
  view: View;
  answers: Map<string, unknown>;
}

export interface Models {
  catalogue: ModelCatalogue;
  configured: readonly ResolvedProviderConfig[];
  /** Returns the same object until its inputs change. */
  viewFor(workspaceId: string): Awaitable<CachedView>;
  reloadProviders(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface ModelsOptions {
  config: Config;
  store: Store;
  log: Log;
  auth: AuthCache;
  now: () => Date;
  secretKey: Uint8Array;
}

export function createModels({ config, store, log, auth, now, secretKey }: ModelsOptions): Models {
  const configured = readProviders(config.aiProviders, config.variable);
  const options = {
    sandbox: config.aiSandbox,
    isProxied: PROXY_VARIABLES.some((name) => Boolean(config.variable(name))),
  };
  const catalogue = new ModelCatalogue({
    providers: createProviders(configured, options),
    store: databaseSnapshots(store, now),
    now: () => now().getTime(),
    log,
  });
  const settings = new LRUCache<string, ModelsSettings>({ max: MAX_WORKSPACES });
  const views = new LRUCache<string, CachedView>({ max: MAX_WORKSPACES });
  let invalidations = 0;

  const invalidate = (workspaceId: string): void => {
    invalidations += 1;
    settings.delete(workspaceId);
    views.delete(workspaceId);
  };

  const reloadInBackground = (): void => {
    reloadProviders().catch((error: unknown) => log.error({ err: error }, 'ai providers not reloaded'));
  };

  const invalidateAll = (): void => {
    invalidations += 1;
    settings.clear();
    views.clear();
    reloadInBackground();
  };

  const viewNow = (workspaceId: string, known: ModelsSettings): CachedView => ({
    version: catalogue.version,
    view: viewOf(catalogue.listings, { workspaceId, settings: known }),
    answers: new Map(),
  });

  const cacheView = (workspaceId: string, known: ModelsSettings): CachedView => {
    const cached = viewNow(workspaceId, known);
    views.set(workspaceId, cached);
    return cached;
  };

  const read = async (workspaceId: string): Promise<CachedView> => {
    const before = invalidations;
    const known = await readModelsSettings(store, workspaceId);
    // A change during the read would otherwise cache outdated settings.
    if (before !== invalidations) return viewNow(workspaceId, known);
    settings.set(workspaceId, known);
    return cacheView(workspaceId, known);
  };

  const reloadProviders = async (): Promise<void> => {
    const slugs = new Set(configured.map((provider) => provider.slug));
    const stored = (await readProviderRows(store)).map((row) => openProvider(row, secretKey));
    for (const { slug } of stored.filter((provider) => slugs.has(provider.slug))) {
      log.warn({ provider: slug }, 'ai provider is in the configuration and in the console: the configuration is used');
    }
    const others = stored.filter((provider) => !slugs.has(provider.slug));
    catalogue.replace(createProviders([...configured, ...others], options));
  };

  const unsubscribe = auth.onChange(
    (change) => {
      if (change.kind === 'workspace') invalidate(change.ref);
      if (change.kind === 'models') reloadInBackground();
    },
    invalidateAll,
    { isUrgent: false },
  );

  return {
    catalogue,
    configured,
    reloadProviders,

    viewFor(workspaceId) {
      const cached = views.get(workspaceId);
      if (cached?.version === catalogue.version) return cached;
      const known = settings.get(workspaceId);
      return known ? cacheView(workspaceId, known) : read(workspaceId);
    },

    async start() {
      if ((await readProviderRows(store)).length > 0) await reloadProviders();
      await catalogue.start();
    },

    async stop() {
      unsubscribe();
      await catalogue.stop();
    },
  };
}
