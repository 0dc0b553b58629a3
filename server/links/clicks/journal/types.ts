import type { ClickRecord } from './record';

export interface JournalBatch {
  text: string;
  count: number;
}

export interface Sink {
  /** Returns false when the batch was dropped. */
  write(batch: JournalBatch): boolean | Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Backlog {
  bytes: number;
  oldestAt: number | null;
}

export interface Journal {
  record(click: ClickRecord): Promise<boolean>;
  backlog(): Backlog;
  /** Also while the file cannot be read. */
  isWaiting(): boolean;
  countedTo(id: string, no: number): void;
  setAside(reason: string): void;
  countBad(batches: number): void;
  /** A click was dropped within the last ten seconds. */
  isDropping(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}
