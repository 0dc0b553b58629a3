import { LRUCache } from 'lru-cache';

import type { KeyActor, UserActor } from '../../actor';
import { monotonic } from '../../clock';
import type { Store } from '../../db/database';
import { databaseWithin } from '../../deadline';
import { ApiError } from '../../errors';
import type { Log } from '../../log';
import { createChangePoll, type ChangePoll } from '../../work/change-poll';
import { latestAuthSeq, readAuthChanges, type AuthChange } from '../system/auth';

interface AuthEntry {
  actor: KeyActor | Omit<UserActor, 'member'>;
  refs: string[];
  validUntil: number;
}

interface Cached extends AuthEntry {
  readAt: number;
}

interface ChangeListener {
  missed: () => void;
  /** Otherwise it may learn of changes some seconds later. */
  isUrgent: boolean;
}

const MAX_ENTRIES = 50_000;
const LIFE_MS = 30_000;
const TIMEOUT_MS = 2000;

/** A revocation takes effect in every process within a second. */
export class AuthCache {
  readonly #log: Log;
  readonly #monotonic: () => number;
  readonly #changes: ChangePoll;
  readonly #entries = new LRUCache<string, Cached>({
    max: MAX_ENTRIES,
    dispose: ({ refs }, hash) => this.#unlink(refs, hash),
  });
  readonly #hashesOf = new Map<string, Set<string>>();
  readonly #listeners = new Map<(change: AuthChange) => void, ChangeListener>();
  #epoch = 0;

  constructor(store: Store, log: Log, clock: () => number = monotonic) {
    this.#log = log;
    this.#monotonic = clock;
    this.#changes = createChangePoll({
      name: 'auth changes',
      log,
      latest: () => latestAuthSeq(store),
      read: (after) => readAuthChanges(store, after),
      apply: (changes) => this.apply(changes),
      missed: () => this.#forgetAll(),
      isOrdered: true,
      isWatched: () => this.#listeners.values().some(({ isUrgent }) => isUrgent),
      clock,
    });
  }

  get(hash: string): AuthEntry | undefined {
    const entry = this.#entries.get(hash);
    if (!entry || !this.#changes.isCurrent()) return undefined;
    if (this.#monotonic() - entry.readAt > LIFE_MS) {
      this.#entries.delete(hash);
      return undefined;
    }
    return entry;
  }

  /** Concurrent loads are not shared: a request after a change must not get an earlier read. May throw 503. */
  async load<T extends AuthEntry>(hash: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const epoch = this.#epoch;
    const readAt = this.#monotonic();
    try {
      const entry = await databaseWithin(load(), TIMEOUT_MS);
      if (entry && epoch === this.#epoch) this.#keep(hash, { ...entry, readAt });
      return entry;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.#log.error({ err: error }, 'keys and sessions unreadable');
      throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
    }
  }

  /** The process that made the changes calls this before it answers. */
  apply(changes: readonly AuthChange[]): void {
    this.#epoch += 1;
    for (const change of changes) {
      for (const hash of this.#hashesOf.get(change.ref) ?? []) this.#entries.delete(hash);
      for (const listener of this.#listeners.keys()) listener(change);
    }
  }

  /** Calls `missed` when changes were lost after an hour without polling. Returns a function that unsubscribes. */
  onChange(
    listener: (change: AuthChange) => void,
    missed: () => void = () => {},
    { isUrgent = true } = {},
  ): () => void {
    this.#listeners.set(listener, { missed, isUrgent });
    return () => this.#listeners.delete(listener);
  }

  start(): Promise<void> {
    return this.#changes.start();
  }

  stop(): void {
    this.#changes.stop();
  }

  #keep(hash: string, entry: Cached): void {
    this.#entries.set(hash, entry);
    for (const ref of entry.refs) {
      const hashes = this.#hashesOf.get(ref);
      if (hashes) hashes.add(hash);
      else this.#hashesOf.set(ref, new Set([hash]));
    }
  }

  #unlink(refs: readonly string[], hash: string): void {
    for (const ref of refs) {
      const hashes = this.#hashesOf.get(ref);
      hashes?.delete(hash);
      if (hashes?.size === 0) this.#hashesOf.delete(ref);
    }
  }

  #forgetAll(): void {
    this.#epoch += 1;
    this.#entries.clear();
    this.#hashesOf.clear();
    for (const { missed } of this.#listeners.values()) missed();
  }
}
