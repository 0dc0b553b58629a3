import { MOST_FRAME_BYTES } from './frames';
import type { ClickRecord } from './record';

/** Of a batch: a character takes three bytes of UTF-8 at most, and the frame has room for what is around the clicks. */
export const MOST_CHARACTERS = Math.floor(MOST_FRAME_BYTES / 3) - 100;

/** Clicks of one frame: they are safe together, or dropped together. */
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

/** How far a journal was read: bytes of its segment, everything in earlier segments included. */
export interface Position {
  segment: number;
  offset: number;
}

export const START: Position = { segment: 0, offset: 0 };

export interface Backlog {
  bytes: number;
  /** Milliseconds since 1970, a second at most too early; null when there is nothing. */
  oldestAt: number | null;
}

/** Where clicks are safe before their answers leave. */
export interface Journal {
  /** Name of this process’s journal among those of the folder. */
  readonly id: string;
  /** Resolves once the click is safe; false: it was dropped, and counted as such. */
  record(click: ClickRecord): Promise<boolean>;
  /** Writes clicks that came together, each as `clickText` has it; undefined when they are safe, or dropped, at once. */
  keep(clicks: readonly string[]): Promise<unknown> | undefined;
  /** What this process wrote and nobody has drained. */
  backlog(): Backlog;
  /** Told by the drain: everything before is in the click store, and stays there through a power cut. */
  drainedTo(position: Position): void;
  /** Frames that a reader found damaged. */
  countBad(frames: number): void;
  /** A click was dropped within the last ten seconds. */
  isDropping(): boolean;
  start(): Promise<void>;
  /** Writes what is left and takes no more. */
  stop(): Promise<void>;
}
