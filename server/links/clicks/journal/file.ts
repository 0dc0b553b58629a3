import { rmSync } from 'node:fs';

import type { Log } from '../../../log';
import { makeJournalFolder, newJournalId, otherBytes, segmentPath } from './folder';
import { HEADER_BYTES } from './frames';
import { createSegment, type Segment } from './segment';
import { START, type Backlog, type Position } from './types';

const SEGMENT_BYTES = 16 * 1024 * 1024;
const SYNC_MS = 200;
/** What is drained stands no longer than this, even where few clicks come. */
const LONGEST_MS = 60_000;
const MARK_MS = 1000;
const MEASURE_MS = 1000;
/** A disk that has refused is left alone for so long, since each try costs more than a click. */
const REFUSED_MS = 100;
/** How often a disk that refuses is told in the log. */
const TELL_MS = 10_000;

interface FileJournalOptions {
  folder: string;
  secretKey: Uint8Array;
  /** `power`: what is acknowledged is synced. */
  durability: 'process' | 'power';
  /** Most bytes that wait to be drained, those of ended processes included. */
  mostBytes: number;
  log: Log;
}

/** The journal in files: one folder for each start, segments of 16 MiB, removed when they are drained. */
export class FileJournal {
  readonly id = newJournalId();
  readonly #options: FileJournalOptions;
  #release: (() => void) | undefined;
  #active: Segment | undefined;
  #openedAt = 0;
  #number = 0;
  /** Full segments that are not drained yet, the oldest first. */
  readonly #closed: { number: number; size: number }[] = [];
  /** When the first click after a position came, at most one a second. */
  #marks: { position: Position; at: number }[] = [];
  #drained = START;
  #otherBytes = 0;
  #measuredAt = -Infinity;
  #refusedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rotation: ReturnType<typeof setTimeout> | undefined;
  readonly #ending = new Set<Promise<void>>();
  #toldAt = -Infinity;

  constructor(options: FileJournalOptions) {
    this.#options = options;
  }

  /** Writes one frame. False: it is not safe. */
  append(text: string): boolean | Promise<boolean> {
    if (this.#isFull()) {
      this.#tell('the journal is full; clicks are dropped', undefined);
      return false;
    }
    const segment = this.#write(text);
    if (segment === undefined) return false;
    if (this.#options.durability === 'power') {
      return segment.sync().then(
        () => true,
        (error: unknown) => {
          this.#tell('the journal cannot be synced; clicks are dropped', error);
          return false;
        },
      );
    }
    this.#timer ??= setTimeout(() => this.#sync(), SYNC_MS);
    return true;
  }

  backlog(): Backlog {
    let bytes = this.#active === undefined ? 0 : this.#active.size - this.#startIn(this.#active.number);
    for (const { number, size } of this.#closed) bytes += size - this.#startIn(number);
    return { bytes, oldestAt: bytes === 0 ? null : (this.#marks[0]?.at ?? null) };
  }

  drainedTo(position: Position): void {
    this.#drained = position;
    for (let second = this.#marks[1]; second && isUpTo(second.position, position); second = this.#marks[1]) {
      this.#marks.shift();
    }
    for (let first = this.#closed[0]; first && isUpTo(endOf(first), position); first = this.#closed[0]) {
      this.#closed.shift();
      rmSync(this.#path(first.number), { force: true });
    }
    const active = this.#active;
    if (active === undefined || !isUpTo(endOf(active), position)) return;
    this.#marks = [];
    if (active.size === HEADER_BYTES) return;
    // Addresses stay no longer than needed, sealed or not.
    const rest = this.#openedAt + LONGEST_MS - Date.now();
    if (rest <= 0) {
      this.#active = undefined;
      this.#end(active.remove());
    } else this.#rotation ??= setTimeout(() => this.#rotate(), rest).unref();
  }

  /** Syncs and closes; the next process drains what is left. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#rotation);
    this.#retire();
    await Promise.all(this.#ending);
    this.#release?.();
    this.#release = undefined;
  }

  #isFull(): boolean {
    const { folder, mostBytes } = this.#options;
    const { bytes } = this.backlog();
    if (bytes + this.#otherBytes < mostBytes) return false;
    const now = performance.now();
    if (now - this.#measuredAt > MEASURE_MS) {
      this.#measuredAt = now;
      this.#otherBytes = otherBytes(folder, this.id);
    }
    return bytes + this.#otherBytes >= mostBytes;
  }

  #write(text: string): Segment | undefined {
    if (performance.now() - this.#refusedAt < REFUSED_MS) return undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        const segment = this.#room();
        const position = { segment: segment.number, offset: segment.size };
        segment.append(text);
        this.#mark(position);
        return segment;
      } catch (error) {
        this.#retire();
        // Perhaps only this file is refused: one try on a new one.
        if (tries === 1) continue;
        this.#refusedAt = performance.now();
        this.#tell('the journal cannot be written; clicks are dropped', error);
        return undefined;
      }
    }
  }

  #room(): Segment {
    if (this.#active !== undefined && this.#active.size < SEGMENT_BYTES) return this.#active;
    this.#retire();
    const { folder, secretKey } = this.#options;
    this.#release ??= makeJournalFolder(folder, this.id);
    this.#number += 1;
    this.#active = createSegment({ path: this.#path(this.#number), number: this.#number, secretKey });
    this.#openedAt = Date.now();
    this.#otherBytes = otherBytes(folder, this.id);
    return this.#active;
  }

  #retire(): void {
    const segment = this.#active;
    if (segment === undefined) return;
    this.#active = undefined;
    if (segment.size === HEADER_BYTES) return this.#end(segment.remove());
    this.#closed.push({ number: segment.number, size: segment.size });
    this.#end(segment.close());
  }

  #rotate(): void {
    this.#rotation = undefined;
    this.drainedTo(this.#drained);
  }

  #sync(): void {
    this.#timer = undefined;
    if (this.#active !== undefined) this.#end(this.#active.sync());
  }

  #end(work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => this.#tell('a segment of the journal was not synced', error))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #mark(position: Position): void {
    const now = Date.now();
    const last = this.#marks.at(-1);
    if (last === undefined || now - last.at >= MARK_MS) this.#marks.push({ position, at: now });
  }

  #startIn(segment: number): number {
    return segment === this.#drained.segment ? Math.max(this.#drained.offset, HEADER_BYTES) : HEADER_BYTES;
  }

  #path(segment: number): string {
    return segmentPath(this.#options.folder, this.id, segment);
  }

  #tell(message: string, error: unknown): void {
    const now = performance.now();
    if (now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    this.#options.log.error({ err: error, folder: this.#options.folder }, message);
  }
}

const endOf = ({ number, size }: { number: number; size: number }): Position => ({ segment: number, offset: size });

const isUpTo = (position: Position, limit: Position): boolean =>
  position.segment < limit.segment || (position.segment === limit.segment && position.offset <= limit.offset);
