import type { ProviderStatus } from '../../../shared/ai/models';
import type { Store } from '../../db/database';
import { base62Token } from '../../secrets/tokens';
import type { FailureCode, UpstreamModel } from '../providers/provider';
import { leaseSnapshot, readSnapshots, writeSnapshot, type StoredSnapshot } from '../system/models';

export interface SnapshotModel extends UpstreamModel {
  /** Unix time in seconds. Never changes once known, since vLLM and llama.cpp report the time of the request. */
  created: number;
  /** False for a configured model, which is stored to keep its `created`. */
  listed: boolean;
}

/** Immutable; one row of `model_snapshots`. Times are milliseconds. */
export interface Snapshot {
  models: SnapshotModel[];
  fetchedAt: number | null;
  status: ProviderStatus;
  errorCode: FailureCode | null;
  /** Safe to show to every user. */
  errorDetail: string | null;
  failingSince: number | null;
  failures: number;
  nextAt: number | null;
  /** For the operator only. */
  urlUsed: string | null;
  dropped: number;
}

/** The catalogue logs rejections and continues. */
export interface SnapshotStore {
  load: (slug?: string) => Promise<ReadonlyMap<string, Snapshot>>;
  save: (slug: string, snapshot: Snapshot) => Promise<void>;
  /** Also true if this process already holds the lease. */
  tryLease: (slug: string, untilMs: number) => Promise<boolean>;
}

export function databaseSnapshots(store: Store, now: () => Date): SnapshotStore {
  const owner = base62Token(16);
  return {
    async load(slug) {
      const rows = await readSnapshots(store, slug);
      return new Map(rows.filter((row) => row.status !== 'none').map((row) => [row.providerSlug, fromRow(row)]));
    },
    save: (slug, snapshot) => writeSnapshot(store, toRow(slug, snapshot)),
    tryLease: (slug, untilMs) => leaseSnapshot(store, slug, owner, { now: now(), until: new Date(untilMs) }),
  };
}

const time = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));

function toRow(providerSlug: string, snapshot: Snapshot): Omit<StoredSnapshot, 'leaseOwner' | 'leaseUntil'> {
  return {
    ...snapshot,
    providerSlug,
    fetchedAt: time(snapshot.fetchedAt),
    failingSince: time(snapshot.failingSince),
    nextAt: time(snapshot.nextAt),
  };
}

function fromRow(row: StoredSnapshot): Snapshot {
  return {
    failures: row.failures,
    dropped: row.dropped,
    errorDetail: row.errorDetail,
    urlUsed: row.urlUsed,
    models: row.models as SnapshotModel[],
    status: row.status as Snapshot['status'],
    errorCode: row.errorCode as Snapshot['errorCode'],
    fetchedAt: row.fetchedAt?.getTime() ?? null,
    failingSince: row.failingSince?.getTime() ?? null,
    nextAt: row.nextAt?.getTime() ?? null,
  };
}
