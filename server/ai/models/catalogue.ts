import type { AiEndpoint } from '../../../shared/ai/endpoints';
import { MINUTE_MS } from '../../../shared/durations';
import type { AiProvider } from '../providers/provider';
import { checkProvider, type ProviderCheck } from './check';
import {
  refreshDueAt,
  isNew,
  newEntry,
  refreshListing,
  type CatalogueEntry,
  reportOf,
  type ProviderReport,
} from './entry';
import type { ProviderListing } from './listing';
import type { Snapshot, SnapshotStore } from './snapshot';
import { afterDiscovery, type TransitionInput, withoutDiscovery } from './transition';

const FIRST_WAIT_MS = 2500;
const LEASE_MS = 40_000;
const LEASE_RETRY_MS = 2000;
const MIN_SLEEP_MS = 100;
const MAX_SLEEP_MS = MINUTE_MS;

interface CatalogueLog {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

export interface CatalogueOptions {
  providers: readonly AiProvider[];
  store: SnapshotStore;
  /** Milliseconds. */
  now: () => number;
  random?: () => number;
  log: CatalogueLog;
  /** Total time that first requests wait for providers that have never answered. */
  firstWaitMs?: number;
}

interface CallTarget {
  provider: AiProvider;
  urlUsed: string | null;
  endpoints: readonly AiEndpoint[];
}

/** Keeps the last known listings while providers fail. Reads never wait for the network. */
export class ModelCatalogue {
  readonly #options: Required<CatalogueOptions>;
  readonly #entries = new Map<string, CatalogueEntry>();
  #listings: readonly ProviderListing[] = [];
  #version = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #started = false;
  #stopping = new AbortController();
  #firstWait: Promise<void> | undefined;
  /** Lets later requests skip the check of each provider. */
  #mayBeNew = true;

  constructor(options: CatalogueOptions) {
    this.#options = { random: Math.random, firstWaitMs: FIRST_WAIT_MS, ...options };
    for (const provider of options.providers) this.#entries.set(provider.slug, this.#newEntry(provider, undefined));
    this.#collect();
  }

  get version(): number {
    return this.#version;
  }

  /** The same object until `version` increases. */
  get listings(): readonly ProviderListing[] {
    return this.#listings;
  }

  get reports(): ProviderReport[] {
    return [...this.#entries.values()].map(reportOf);
  }

  /** Where calls of a model go, and which endpoints it has there; undefined for an unknown provider. */
  target({ id, provider: { slug } }: { id: string; provider: { slug: string } }): CallTarget | undefined {
    const entry = this.#entries.get(slug);
    if (!entry) return undefined;
    const { provider, snapshot, listing } = entry;
    return { provider, urlUsed: snapshot?.urlUsed ?? null, endpoints: listing.endpoints[id] ?? provider.endpoints };
  }

  async start(): Promise<void> {
    this.#started = true;
    this.#stopping = new AbortController();
    await this.reload();

    for (const entry of this.#entries.values()) this.#startEntry(entry);
    this.#schedule();
  }

  /** Listings can still be read afterwards. */
  async stop(): Promise<void> {
    this.#started = false;
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await Promise.all([...this.#entries.values()].map((entry) => entry.running ?? Promise.resolve()));
  }

  async tick(): Promise<void> {
    const now = this.#options.now();
    const due = [...this.#entries.values()].filter((entry) => refreshDueAt(entry) <= now);
    this.#publish();
    await Promise.all(due.map((entry) => this.#run(entry, false)));
  }

  /** Ignores the schedule; undefined for an unknown provider. */
  async refresh(slug: string): Promise<ProviderReport | undefined> {
    const entry = this.#entries.get(slug);
    if (entry === undefined) return undefined;
    if (entry.provider.discovery === 'live') await this.#run(entry, true);
    return reportOf(entry);
  }

  /** Stores nothing; undefined for an unknown provider. */
  async check(slug: string): Promise<ProviderCheck | undefined> {
    const entry = this.#entries.get(slug);
    return entry && checkProvider(entry.provider, this.#stopping.signal);
  }

  /** Undefined once every provider has answered or was waited for. All requests share the promise. */
  firstFetch(): Promise<void> | undefined {
    if (this.#firstWait !== undefined) return this.#firstWait;
    if (!this.#mayBeNew) return undefined;
    const fresh = [...this.#entries.values()].filter(isNew);
    this.#mayBeNew = fresh.length > 0;
    if (fresh.length === 0) return undefined;

    this.#firstWait = this.#waitFor(fresh).finally(() => {
      this.#firstWait = undefined;
    });
    return this.#firstWait;
  }

  async reload(slug?: string): Promise<void> {
    try {
      for (const [name, stored] of await this.#options.store.load(slug)) {
        const entry = this.#entries.get(name);
        const known = entry?.snapshot;
        if (entry === undefined || (known !== undefined && (known.nextAt ?? 0) >= (stored.nextAt ?? 0))) continue;
        entry.snapshot = stored;
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'ai model snapshots unreadable');
    }
    this.#publish();
  }

  /** Keeps the state of unchanged providers; changed ones are queried at once. */
  replace(providers: readonly AiProvider[]): void {
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const provider of providers) {
      const old = before.get(provider.slug);
      const entry = old?.provider === provider ? old : this.#newEntry(provider, old?.snapshot);
      this.#entries.set(provider.slug, entry);
      if (entry !== old && this.#started) this.#startEntry(entry);
    }
    this.#version += 1;
    this.#collect();
    this.#schedule();
  }

  #newEntry(provider: AiProvider, snapshot: Snapshot | undefined): CatalogueEntry {
    this.#mayBeNew = true;
    return newEntry(provider, snapshot, this.#options.now());
  }

  /** A wait that the provider asked for outlives a restart. */
  #startEntry(entry: CatalogueEntry): void {
    const { provider, snapshot } = entry;
    if (provider.discovery === 'static') {
      entry.snapshot = withoutDiscovery(provider, snapshot, this.#transitionInput(entry));
      entry.running = this.#save(entry).finally(() => {
        entry.running = undefined;
      });
    } else if (snapshot?.errorCode !== 'provider_rate_limited' || refreshDueAt(entry) <= this.#options.now()) {
      void this.#run(entry, true);
    }
  }

  /** Runs one discovery per provider at a time. Never rejects. */
  #run(entry: CatalogueEntry, forced: boolean): Promise<void> {
    entry.running ??= this.#discover(entry, forced).finally(() => {
      entry.running = undefined;
      this.#schedule();
    });
    return entry.running;
  }

  async #discover(entry: CatalogueEntry, forced: boolean): Promise<void> {
    const { provider } = entry;
    const { log, now } = this.#options;

    const leased = await this.#lease(provider.slug);
    if (!leased || !forced) await this.reload(provider.slug);
    if (!leased) {
      entry.notBefore = now() + LEASE_RETRY_MS;
      return;
    }
    if (!forced && refreshDueAt(entry) > now()) return;

    const urlUsed = entry.snapshot?.urlUsed ?? null;
    const result = await provider.discover({ urlUsed, signal: this.#stopping.signal });
    if (this.#stopping.signal.aborted || this.#entries.get(provider.slug) !== entry) return;

    const failedBefore = (entry.snapshot?.errorCode ?? null) !== null;
    entry.snapshot = afterDiscovery(provider, entry.snapshot, result, this.#transitionInput(entry));
    entry.settled = true;
    entry.operatorDetail = result.ok ? null : (result.operatorDetail ?? null);
    this.#publish();

    if (result.ok && failedBefore) log.info({ provider: provider.slug }, 'ai provider recovered');
    if (!result.ok && !failedBefore) log.warn({ provider: provider.slug, code: result.code }, 'ai provider failed');
    await this.#save(entry);
  }

  async #waitFor(entries: CatalogueEntry[]): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.firstWaitMs);
    await Promise.race([over, Promise.all(entries.map((entry) => this.#run(entry, true)))]);
    clearTimeout(timer);
    for (const entry of entries) entry.settled = true;
  }

  async #lease(slug: string): Promise<boolean> {
    try {
      return await this.#options.store.tryLease(slug, this.#options.now() + LEASE_MS);
    } catch {
      return true;
    }
  }

  async #save({ provider, snapshot }: CatalogueEntry): Promise<void> {
    try {
      if (snapshot !== undefined) await this.#options.store.save(provider.slug, snapshot);
    } catch (error) {
      this.#options.log.warn({ provider: provider.slug, err: error }, 'ai model snapshot not saved');
    }
  }

  #transitionInput({ firstSeen }: CatalogueEntry): TransitionInput {
    return { now: this.#options.now(), random: this.#options.random(), firstSeen };
  }

  #publish(): void {
    const now = this.#options.now();
    const changed = [...this.#entries.values()].filter((entry) => refreshListing(entry, now));
    if (changed.length === 0) return;
    this.#version += 1;
    this.#collect();
  }

  #collect(): void {
    this.#listings = [...this.#entries.values()].map((entry) => entry.listing);
  }

  /** Sleeps at most a minute, so that old listings expire in time. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#started) return;
    const idle = [...this.#entries.values()].filter((entry) => entry.running === undefined);
    const next = Math.min(...idle.map(refreshDueAt)) - this.#options.now();
    const sleepMs = Math.min(Math.max(next, MIN_SLEEP_MS), MAX_SLEEP_MS);
    this.#timer = setTimeout(() => void this.tick().finally(() => this.#schedule()), sleepMs);
    this.#timer.unref();
  }
}
