import type { ClickRecord } from './record';

/** Clicks of one row: they are safe together, or dropped together. */
export interface Batch {
  /** As a JSON list. */
  text: string;
  count: number;
}

/** Where batches go. */
export interface Sink {
  /** False: dropped. */
  write(batch: Batch): boolean | Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Backlog {
  bytes: number;
  /** Milliseconds since 1970; null when there is nothing. */
  oldestAt: number | null;
}

/** Where clicks are safe before their answers leave. */
export interface Journal {
  /** Resolves once the click is safe; false: it was dropped, and counted as such. */
  record(click: ClickRecord): Promise<boolean>;
  /** What waits on this disk to be counted. */
  backlog(): Backlog;
  /** Everything in the file up to a number is in the click store, and stays there through a power cut. */
  countedTo(id: string, no: number): void;
  /** The file is damaged: it gets out of the way. */
  setAside(reason: string): void;
  /** Batches that a reader found damaged. */
  countBad(batches: number): void;
  /** A click was dropped within the last ten seconds. */
  isDropping(): boolean;
  start(): Promise<void>;
  /** Writes what is left and takes no more. */
  stop(): Promise<void>;
}
