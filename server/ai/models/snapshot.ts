import type { ProviderStatus } from '../../../shared/ai/models';
import type { FailureCode, UpstreamModel } from '../providers/provider';

export interface SnapshotModel extends UpstreamModel {
  /** Unix time in seconds; once known it stays, since vLLM and llama.cpp write the time of the request. */
  created: number;
  /** The provider listed it. Otherwise it is configured, and stands here to keep its `created`. */
  listed: boolean;
}

/** What is known of a provider, as one row of `model_snapshots`. Times are milliseconds. Never changed in place. */
export interface Snapshot {
  models: SnapshotModel[];
  /** The last listing; null if there never was one. */
  fetchedAt: number | null;
  status: ProviderStatus;
  errorCode: FailureCode | null;
  /** Fit for everyone to read. */
  errorDetail: string | null;
  /** The first of the failures in a row. */
  failingSince: number | null;
  failures: number;
  /** Not asked before this time. */
  nextAt: number | null;
  /** The address that answered last, for the operator only. */
  urlUsed: string | null;
  /** Entries of the listing that could not be offered. */
  dropped: number;
}

/** Where snapshots outlive the process. Rejections are logged and survived. */
export interface SnapshotStore {
  /** By slug; of one provider, if one is named. */
  load: (slug?: string) => Promise<ReadonlyMap<string, Snapshot>>;
  save: (slug: string, snapshot: Snapshot) => Promise<void>;
  /** Whether this process may ask the provider until then. True as well if it holds the lease already. */
  tryLease: (slug: string, untilMs: number) => Promise<boolean>;
}
