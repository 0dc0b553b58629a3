import type { Log } from '../log';
import type { WorkMetrics } from './metrics';

/** A lane with work, and when the first of it is due, in milliseconds since 1970. */
export interface DueLane {
  lane: string;
  at: number;
}

/** What a claim writes: rows are the owner’s until `until`. */
export interface Claim {
  owner: string;
  now: Date;
  until: Date;
  limit: number;
}

export interface Turn {
  owner: string;
  /** Aborts when the process stops. */
  signal: AbortSignal;
  /** The process stops, or other lanes wait and this turn was long: return `more`, and the rest comes in a later turn. */
  isOver(): boolean;
}

/** What is left of a lane after a run: nothing, more that is due now, or nothing before a pause is over. */
export type RunResult = 'done' | 'more' | { pauseMs: number };

/** How the leases of a queue end when their process is gone: SQL, by any clock. */
export interface LeaseTable {
  table: string;
  /** Its primary key. */
  key: string;
  /** Assignments after which the lease has run out. */
  end: string;
  /** Which rows may be leased, in words that an index knows. */
  where: string;
}

export interface QueueOptions<Row> {
  /** In metrics and logs: snake_case, plural. */
  name: string;
  /** Lanes with work: all that are due, and at least the first that is due later. */
  due: (now: number) => Promise<Iterable<DueLane>>;
  /** Takes rows of a lane for this process, in one transaction. */
  claim: (lane: string, claim: Claim) => Promise<readonly Row[]>;
  /** Does the work of one row. What it throws gives the lane a pause; the row follows its own lease. */
  run: (row: Row, turn: Turn) => Promise<RunResult | void>;
  /** Lanes that are served at once. */
  parallelLanes: number;
  /** Turns of one lane at once: 1 where its rows have an order. */
  parallelTurns?: number;
  /** Rows of one claim. A full one says that there may be more; without it only a run does. */
  batch?: number;
  leaseSeconds?: number;
  /** Which lanes belong together, such as those of one workspace: groups take turns. Each lane by itself when absent. */
  groupOf?: (lane: string) => string;
  /** Extends leases of rows that still run, three times in the span of one. */
  renew?: (rows: readonly Row[], until: Date) => Promise<void>;
  /** Milliseconds that a lane is left alone after so many failures in a row. */
  retry?: (failures: number) => number;
  /** Runs after a row has failed; `failures` counts those of its lane in a row. */
  failed?: (row: Row, error: unknown, failures: number) => Promise<void>;
  /** Whether this process works on the queue at all; `wake` has to follow when that becomes true. */
  isOpen?: () => boolean;
  /** Time between two sweeps while other processes share the database. */
  sharedSweepMs?: number;
  leases?: LeaseTable;
  now?: () => Date;
}

export interface WorkQueue {
  readonly name: string;
  /** Says, after the commit, that a lane has work, or that any may have. Harmless when none has. */
  wake(lane?: string): void;
  /** What stood in the way may be gone: as `wake`, and lanes that rest are looked at too. */
  changed(): void;
  start(): void;
  /** Begins nothing more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is due, of a lane or of all. Returns how many turns found work meanwhile. */
  idle(lane?: string): Promise<number>;
  /** Lanes that are due, and for how long the first of them has been. */
  backlog(): Promise<{ due: number; lagSeconds: number }>;
}

/** The steps of a turn, for tests of faults. */
export type Step = 'claim' | 'claimed' | 'run' | 'ran';
export type Watch = (queue: string, step: Step, lane: string) => Promise<void> | void;

export interface QueueDeps {
  log: Log;
  now: () => Date;
  metrics: WorkMetrics;
  /** This process, as it stands on leases. */
  owner: string;
  /** Processes that share the database, this one among them. */
  processes: () => number;
  watch: Watch;
}
