import { ModelCatalogue, type CatalogueOptions } from '../../server/ai/models/catalogue';
import type { Snapshot, SnapshotStore } from '../../server/ai/models/snapshot';
import { blankModel } from '../../server/ai/models/transition';
import { createProviders } from '../../server/ai/providers/create';
import type { AiProvider, Discovery, DiscoveryFailure } from '../../server/ai/providers/provider';
import { parseProviders } from '../../server/ai/providers/provider-config';
import type { AiProviderConfig } from '../../shared/ai/models';

export const START = Date.parse('2026-11-21T00:00:00.000Z');
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const models = (...ids: string[]): Discovery => ({
  ok: true,
  models: ids.map(blankModel),
  dropped: 0,
  urlUsed: 'http://upstream/v1/models',
  httpStatus: 200,
});

export const failure = (code: DiscoveryFailure['code'] = 'provider_error', retryAfterMs?: number): Discovery => ({
  ok: false,
  code,
  detail: 'It failed.',
  urlUsed: 'http://upstream/v1/models',
  httpStatus: null,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** A provider whose next answer the test sets; it counts how often it was asked. */
export class ScriptedProvider implements AiProvider {
  readonly slug: string;
  readonly name: string;
  readonly type = 'openai_compatible';
  readonly location = 'local';
  workspaces: AiProvider['workspaces'] = '*';
  discovery: AiProvider['discovery'] = 'live';
  include: string[] = [];
  exclude: string[] = [];
  models: AiProviderConfig['models'] = [];
  readonly maxConcurrency = 1;
  endpoints: AiProvider['endpoints'] = ['chat_completions'];
  hasChosenEndpoints = false;
  asked = 0;
  answer: Discovery | Promise<Discovery>;

  constructor(slug: string, answer: Discovery | Promise<Discovery> = models('a')) {
    this.slug = slug;
    this.name = slug;
    this.answer = answer;
  }

  readonly discover = async (): Promise<Discovery> => {
    this.asked += 1;
    return this.answer;
  };

  readonly redact = (text: string): string => text;

  readonly send = (): never => {
    throw new Error('Only its list is scripted.');
  };
}

/** Snapshots as a table keeps them: as JSON. Each owner is a process. */
export class MemoryStore {
  readonly rows = new Map<string, string>();
  readonly leases = new Map<string, { owner: string; until: number }>();
  loads = 0;
  broken = false;

  as(owner: string, now: () => number): SnapshotStore {
    const guard = () => (this.broken ? Promise.reject(new Error('The database is away.')) : Promise.resolve());
    return {
      load: async (slug) => {
        this.loads += 1;
        await guard();
        const wanted = [...this.rows].filter(([name]) => slug === undefined || name === slug);
        return new Map(wanted.map(([name, row]) => [name, JSON.parse(row) as Snapshot]));
      },
      save: async (slug, snapshot) => {
        await guard();
        this.rows.set(slug, JSON.stringify(snapshot));
      },
      tryLease: async (slug, until) => {
        await guard();
        const lease = this.leases.get(slug);
        if (lease !== undefined && lease.owner !== owner && lease.until > now()) return false;
        this.leases.set(slug, { owner, until });
        return true;
      },
    };
  }
}

/** A catalogue under a clock that the test moves. `await using` stops it. */
export class TestCatalogue {
  readonly logged: object[] = [];
  readonly store: MemoryStore;
  readonly catalogue: ModelCatalogue;
  now: number;

  constructor(
    providers: readonly AiProvider[],
    options: Partial<CatalogueOptions> & { shared?: MemoryStore; owner?: string; at?: number } = {},
  ) {
    const { shared, owner = 'one', at = START, ...rest } = options;
    this.now = at;
    this.store = shared ?? new MemoryStore();
    const log = (fields: object, message: string) => void this.logged.push({ ...fields, message });
    this.catalogue = new ModelCatalogue({
      providers,
      store: this.store.as(owner, () => this.now),
      now: () => this.now,
      random: () => 0.5,
      log: { info: log, warn: log },
      ...rest,
    });
  }

  /** Moves the clock and lets the schedule act. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    await this.catalogue.tick();
  }

  listing(slug: string) {
    const listing = this.catalogue.listings.find((candidate) => candidate.slug === slug);
    if (listing === undefined) throw new Error(`No provider ${slug}.`);
    return listing;
  }

  /** `id: status` of every model of a provider. */
  models(slug: string): string[] {
    return this.listing(slug).models.map((model) => `${model.id}: ${model.status}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.catalogue.stop();
  }
}

/** After its first listing; the next is due in 5 minutes. */
export async function listed(provider: ScriptedProvider, options: ConstructorParameters<typeof TestCatalogue>[1] = {}) {
  const house = new TestCatalogue([provider], options);
  await house.catalogue.tick();
  return house;
}

/** A real provider `p` at an address. */
export function providerAt(baseUrl: string): AiProvider {
  const json = JSON.stringify([{ slug: 'p', base_url: baseUrl }]);
  const configs = parseProviders(json, () => undefined, 'AI_PROVIDERS');
  const [provider] = createProviders(configs, { sandbox: false, isProxied: false });
  if (provider === undefined) throw new Error('No provider.');
  return provider;
}
