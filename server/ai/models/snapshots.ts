import type { Store } from '../../db/database';
import { base62Token } from '../../secrets/tokens';
import { leaseSnapshot, readSnapshots, writeSnapshot, type StoredSnapshot } from '../system/models';
import type { Snapshot, SnapshotModel, SnapshotStore } from './snapshot';

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
