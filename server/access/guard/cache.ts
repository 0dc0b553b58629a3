import { monotonic } from '../../clock';
import type { KeyActor, UserActor } from '../../context';
import type { Store } from '../../db/database';
import { within } from '../../deadline';
import { ApiError } from '../../errors';
import type { Log } from '../../log';
import { latestAuthSeq, readAuthChanges, type AuthChange } from '../system/auth';

/** The caller that a secret authenticated, and how long the entry is valid. */
interface AuthEntry {
  actor: KeyActor | Omit<UserActor, 'member'>;
  refs: string[];
  /** The entry is invalid after this time, whatever the cache says. */
  validUntil: number;
}

interface Cached extends AuthEntry {
  readAt: number;
}

const MAX_ENTRIES = 50_000;
const LIFE_MS = 30_000;
const TAIL_EVERY_MS = 200;
/** Entries are valid only if the last successful poll of the changes began this recently. */
const TRUST_MS = 800;
const PATIENCE_MS = 2000;

const tooLong = (): Error => new Error('The database does not respond in time.');

/**
 * Keys and sessions by the hash of their secret. Every process polls the changes every 200 ms and stops using a cache
 * that is 800 ms stale, so a revocation takes effect within a second.
 */
export class AuthCache {
  readonly #store: Store;
  readonly #log: Log;
  readonly #monotonic: () => number;
  readonly #entries = new Map<string, Cached>();
  readonly #hashesOf = new Map<string, Set<string>>();
  readonly #listeners = new Map<(change: AuthChange) => void, () => void>();
  #epoch = 0;
  #seq = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(store: Store, log: Log, clock: () => number = monotonic) {
    this.#store = store;
    this.#log = log;
    this.#monotonic = clock;
  }

  get(hash: string): AuthEntry | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    const now = this.#monotonic();
    if (now - this.#lookedAt > TRUST_MS) return undefined;
    if (now - entry.readAt > LIFE_MS) {
      this.#delete(hash);
      return undefined;
    }
    return entry;
  }

  /**
   * Loads an entry and caches it unless rights changed meanwhile. Loads are not shared, since a request after a change
   * must not get what was read before it. Throws 503 when the database does not answer in time.
   */
  async load<T extends AuthEntry>(hash: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const epoch = this.#epoch;
    const readAt = this.#monotonic();
    try {
      const entry = await within(load(), PATIENCE_MS, tooLong);
      if (entry && epoch === this.#epoch) this.#keep(hash, { ...entry, readAt });
      return entry;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.#log.error({ err: error }, 'keys and sessions unreadable');
      throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
    }
  }

  /** Drops changed entries. The process that made the changes calls this before it answers. */
  apply(changes: readonly AuthChange[]): void {
    this.#epoch += 1;
    for (const change of changes) {
      for (const hash of this.#hashesOf.get(change.ref) ?? []) this.#delete(hash);
      for (const listener of this.#listeners.keys()) listener(change);
    }
  }

  /**
   * Calls `listener` with every change of any process, or `missed` when changes were lost after an hour without
   * polling. Returns a function that unsubscribes.
   */
  onChange(listener: (change: AuthChange) => void, missed: () => void = () => {}): () => void {
    this.#listeners.set(listener, missed);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    const began = this.#monotonic();
    this.#seq = await latestAuthSeq(this.#store);
    this.#lookedAt = began;
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      // A late answer is still used, but the next poll does not wait for it.
      within(this.#look(), PATIENCE_MS, tooLong)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'auth changes unreadable: cache disabled'))
        .finally(() => this.#schedule());
    }, TAIL_EVERY_MS);
  }

  async #look(): Promise<void> {
    const began = this.#monotonic();
    const changes = await readAuthChanges(this.#store, this.#seq);
    const first = changes[0];
    const last = changes.at(-1);
    if (first && last) {
      // Numbers have no gaps and the last change is never purged: missing ones were purged before this process read
      // them.
      if (first.seq > this.#seq + 1) this.#forgetAll();
      this.apply(changes);
      this.#seq = Math.max(this.#seq, last.seq);
    }
    this.#lookedAt = Math.max(this.#lookedAt, began);
  }

  #keep(hash: string, entry: Cached): void {
    this.#delete(hash);
    if (this.#entries.size >= MAX_ENTRIES) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#delete(oldest);
    }
    this.#entries.set(hash, entry);
    for (const ref of entry.refs) {
      const hashes = this.#hashesOf.get(ref);
      if (hashes) hashes.add(hash);
      else this.#hashesOf.set(ref, new Set([hash]));
    }
  }

  #delete(hash: string): void {
    const entry = this.#entries.get(hash);
    if (!entry) return;
    this.#entries.delete(hash);
    for (const ref of entry.refs) {
      const hashes = this.#hashesOf.get(ref);
      hashes?.delete(hash);
      if (hashes?.size === 0) this.#hashesOf.delete(ref);
    }
  }

  #forgetAll(): void {
    this.#epoch += 1;
    this.#entries.clear();
    this.#hashesOf.clear();
    for (const missed of this.#listeners.values()) missed();
  }
}
