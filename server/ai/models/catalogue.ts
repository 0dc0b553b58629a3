import type { AiProvider } from '../providers/provider';
import { checkProvider, type ProviderCheck } from './check';
import { dueAt, isNew, newEntry, renew, type Entry } from './entry';
import type { ProviderListing } from './listing';
import { reportOf, type ProviderReport } from './report';
import type { Snapshot, SnapshotStore } from './snapshot';
import { afterDiscovery, withoutDiscovery } from './transition';

const FIRST_WAIT_MS = 2500;
/** Longer than any discovery takes. */
const LEASE_MS = 40_000;
const LEASE_RETRY_MS = 2000;
const SHORTEST_NAP_MS = 100;
const LONGEST_NAP_MS = 60_000;

interface CatalogueLog {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

export interface CatalogueOptions {
  providers: readonly AiProvider[];
  store: SnapshotStore;
  /** Milliseconds. */
  now: () => number;
  /** In [0, 1). */
  random?: () => number;
  log: CatalogueLog;
  /** How long first requests wait for a provider that never answered, in all. */
  firstWaitMs?: number;
  /** Chat completions exist, so models may name the operation. */
  chat?: boolean;
}

/** Knows what every provider offers, and keeps knowing it while they fail. Reading it never waits for a network. */
export class ModelCatalogue {
  readonly #options: Required<CatalogueOptions>;
  readonly #entries = new Map<string, Entry>();
  #listings: readonly ProviderListing[] = [];
  #version = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #started = false;
  #stopping = new AbortController();
  #firstWait: Promise<void> | undefined;
  /** Spares every later request the look at each provider. */
  #mayBeNew = true;

  constructor(options: CatalogueOptions) {
    this.#options = { random: Math.random, firstWaitMs: FIRST_WAIT_MS, chat: false, ...options };
    for (const provider of options.providers) this.#entries.set(provider.slug, this.#newEntry(provider, undefined));
    this.#collect();
  }

  /** Grows whenever `listings` reads differently. */
  get version(): number {
    return this.#version;
  }

  /** What every provider offers now; the same object until `version` grows. */
  get listings(): readonly ProviderListing[] {
    return this.#listings;
  }

  /** For the console: the state of each provider. */
  get reports(): ProviderReport[] {
    return [...this.#entries.values()].map(reportOf);
  }

  /** Reads what was known before, then asks every provider in the background, and goes on doing so. */
  async start(): Promise<void> {
    this.#started = true;
    this.#stopping = new AbortController();
    await this.reload();

    for (const entry of this.#entries.values()) this.#begin(entry);
    this.#arm();
  }

  /** Ends the schedule and what is on its way. What is known can still be read. */
  async stop(): Promise<void> {
    this.#started = false;
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await Promise.all([...this.#entries.values()].map((entry) => entry.running ?? Promise.resolve()));
  }

  /** Asks the providers whose time has come; done when they have answered. The schedule calls it. */
  async tick(): Promise<void> {
    const now = this.#options.now();
    const due = [...this.#entries.values()].filter((entry) => dueAt(entry) <= now);
    this.#publish();
    await Promise.all(due.map((entry) => this.#run(entry, false)));
  }

  /** Asks the provider now, whatever its schedule; undefined if there is none of that name. */
  async refresh(slug: string): Promise<ProviderReport | undefined> {
    const entry = this.#entries.get(slug);
    if (entry === undefined) return undefined;
    if (entry.provider.discovery === 'live') await this.#run(entry, true);
    return reportOf(entry);
  }

  /** Asks the provider once and changes nothing; undefined if there is none of that name. */
  async check(slug: string): Promise<ProviderCheck | undefined> {
    const entry = this.#entries.get(slug);
    return entry && checkProvider(entry.provider, this.#stopping.signal);
  }

  /**
   * A promise to await before the first answer, while some provider has never answered; undefined as a rule. All
   * requests share it, and no provider is waited for again once it has ended.
   */
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

  /** Takes over what other processes learned. */
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

  /** Other providers from now on. What is known of one that stays is kept; a changed one is asked at once. */
  replace(providers: readonly AiProvider[]): void {
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const provider of providers) {
      const old = before.get(provider.slug);
      const entry = old?.provider === provider ? old : this.#newEntry(provider, old?.snapshot);
      this.#entries.set(provider.slug, entry);
      if (entry !== old && this.#started) this.#begin(entry);
    }
    this.#version += 1;
    this.#collect();
    this.#arm();
  }

  #newEntry(provider: AiProvider, snapshot: Snapshot | undefined): Entry {
    this.#mayBeNew = true;
    return newEntry(provider, snapshot, { now: this.#options.now(), chat: this.#options.chat });
  }

  /** The first question to a provider. A wait that the provider itself asked for outlives a restart. */
  #begin(entry: Entry): void {
    const { provider, snapshot } = entry;
    if (provider.discovery === 'static') {
      entry.snapshot = withoutDiscovery(provider, snapshot, this.#moment(entry));
      entry.running = this.#save(entry).finally(() => {
        entry.running = undefined;
      });
    } else if (snapshot?.errorCode !== 'provider_rate_limited' || dueAt(entry) <= this.#options.now()) {
      void this.#run(entry, true);
    }
  }

  /** One discovery at a time for each provider. Never rejects. */
  #run(entry: Entry, forced: boolean): Promise<void> {
    entry.running ??= this.#discover(entry, forced).finally(() => {
      entry.running = undefined;
      this.#arm();
    });
    return entry.running;
  }

  async #discover(entry: Entry, forced: boolean): Promise<void> {
    const { provider } = entry;
    const { log, now } = this.#options;

    const leased = await this.#lease(provider.slug);
    if (!leased || !forced) await this.reload(provider.slug);
    if (!leased) {
      entry.notBefore = now() + LEASE_RETRY_MS;
      return;
    }
    if (!forced && dueAt(entry) > now()) return;

    const urlUsed = entry.snapshot?.urlUsed ?? null;
    const result = await provider.discover({ urlUsed, signal: this.#stopping.signal });
    if (this.#stopping.signal.aborted || this.#entries.get(provider.slug) !== entry) return;

    const failedBefore = (entry.snapshot?.errorCode ?? null) !== null;
    entry.snapshot = afterDiscovery(provider, entry.snapshot, result, this.#moment(entry));
    entry.settled = true;
    entry.operatorDetail = result.ok ? null : (result.operatorDetail ?? null);
    this.#publish();

    if (result.ok && failedBefore) log.info({ provider: provider.slug }, 'ai provider recovered');
    if (!result.ok && !failedBefore) log.warn({ provider: provider.slug, code: result.code }, 'ai provider failed');
    await this.#save(entry);
  }

  async #waitFor(entries: Entry[]): Promise<void> {
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

  async #save({ provider, snapshot }: Entry): Promise<void> {
    try {
      if (snapshot !== undefined) await this.#options.store.save(provider.slug, snapshot);
    } catch (error) {
      this.#options.log.warn({ provider: provider.slug, err: error }, 'ai model snapshot not saved');
    }
  }

  #moment({ firstSeen }: Entry): { now: number; random: number; firstSeen: number } {
    return { now: this.#options.now(), random: this.#options.random(), firstSeen };
  }

  #publish(): void {
    const options = { now: this.#options.now(), chat: this.#options.chat };
    const changed = [...this.#entries.values()].filter((entry) => renew(entry, options));
    if (changed.length === 0) return;
    this.#version += 1;
    this.#collect();
  }

  #collect(): void {
    this.#listings = [...this.#entries.values()].map((entry) => entry.listing);
  }

  /** Sleeps until the next provider is due; at most a minute, so that old listings are dropped in time. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#started) return;
    const idle = [...this.#entries.values()].filter((entry) => entry.running === undefined);
    const next = Math.min(...idle.map(dueAt)) - this.#options.now();
    const nap = Math.min(Math.max(next, SHORTEST_NAP_MS), LONGEST_NAP_MS);
    this.#timer = setTimeout(() => void this.tick().finally(() => this.#arm()), nap);
    this.#timer.unref();
  }
}
