import type { Log } from '../log';
import type { QueueBacklog, WorkMetrics } from './metrics';

/** `at` is in milliseconds since 1970. */
export interface DueLane {
  lane: string;
  at: number;
}

export interface Claim {
  owner: string;
  now: Date;
  until: Date;
  limit: number;
}

export interface Turn {
  owner: string;
  signal: AbortSignal;
  /** The process stops, or other lanes wait: return `more` to continue in a later turn. */
  isOver(): boolean;
}

/** `done`: no work is left. `more`: more is due now. A pause: nothing is due until it is over. */
export type RunResult = 'done' | 'more' | { pauseMs: number };

/** The rows run while the lane takes further turns; the claim reports what is left of the lane. */
export interface ClaimResult<Row> {
  rows: readonly Row[];
  next: RunResult;
}

export interface LeaseTable {
  table: string;
  key: string;
  end: string;
  /** Condition for rows that may be leased, as the partial index spells it. */
  where: string;
}

export interface QueueOptions<Row> {
  /** Used in metrics and logs: snake_case, plural. */
  name: string;
  /** Includes the first lane that is due later. */
  due: (now: number) => Promise<Iterable<DueLane>>;
  /** Must lease the rows in one transaction. */
  claim: (lane: string, claim: Claim) => Promise<readonly Row[] | ClaimResult<Row>>;
  /** An error pauses the lane; the row stays leased until its lease expires. */
  run: (row: Row, turn: Turn) => Promise<RunResult | void>;
  parallelLanes: number;
  /** Concurrent turns of one lane: 1 if its rows have an order. */
  parallelTurns?: number;
  /** Maximum rows of a claim; a full claim means that there may be more. */
  batch?: number;
  leaseSeconds?: number;
  /** Groups of lanes, such as those of one workspace, take turns. By default each lane is its own group. */
  groupOf?: (lane: string) => string;
  /** Called three times per lease duration while rows run. */
  renew?: (rows: readonly Row[], until: Date) => Promise<void>;
  retry?: (failures: number) => number;
  failed?: (row: Row, error: unknown, failures: number) => Promise<void>;
  /** Call `wake` when it becomes true. */
  isOpen?: () => boolean;
  sharedSweepMs?: number;
  leases?: LeaseTable;
  now?: () => Date;
}

export interface WorkQueue {
  readonly name: string;
  /** Call it after the commit when a lane, or any lane, may have work. */
  wake(lane?: string): void;
  /** Like `wake`, and ends rests, since the cause of failures may be gone. */
  changed(): void;
  start(): void;
  /** Resolves when running work has ended. */
  stop(): Promise<void>;
  /** Resolves when no work is due. Returns the number of turns that found work meanwhile. */
  idle(lane?: string): Promise<number>;
  renew(): Promise<void>;
  backlog(): Promise<QueueBacklog>;
}

export interface RowQueue extends WorkQueue {
  /** Call it after the commit when a lane has work that is due later, in milliseconds since 1970. */
  wakeAt(at: number): void;
}

export type Step = 'claim' | 'claimed' | 'run' | 'ran';
export type Watch = (queue: string, step: Step, lane: string) => Promise<void> | void;

export interface QueueDeps {
  log: Log;
  now: () => Date;
  metrics: WorkMetrics;
  owner: string;
  processes: () => number;
  watch: Watch;
}
