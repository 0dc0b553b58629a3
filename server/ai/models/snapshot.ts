import type { ProviderStatus } from '../../../shared/ai/models';
import type { FailureCode, UpstreamModel } from '../providers/provider';

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
