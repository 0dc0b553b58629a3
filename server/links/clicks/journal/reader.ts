import { isAbandoned, listJournals, listSegments, removeJournal, segmentPath } from './folder';
import { HEADER_BYTES } from './frames';
import type { ClickRecord } from './record';
import { readBatch } from './record-fields';
import { readSegment } from './segment-reader';
import type { Position } from './types';

/** How often it is asked whether the process of a journal lives. */
const ALIVE_MS = 1000;

export interface ReadBatch {
  /** Row of `click_journal` that it was perhaps committed as. */
  triedAs: string | undefined;
  clicks: ClickRecord[];
  /** Where the batch ends. */
  end: Position;
}

interface ReadBatches {
  batches: ReadBatch[];
  position: Position;
  /** Damaged stretches that were skipped; a file that does not open counts as one. */
  badFrames: number;
  hasMore: boolean;
  /** All is read, and its process has ended: nothing will follow. */
  ended: boolean;
}

interface JournalRead extends Omit<ReadBatches, 'batches'> {
  clicks: ClickRecord[];
}

/** Reads the journals of a folder, those of ended processes too. It needs no database, so it runs in any Worker. */
interface JournalReader {
  /** The oldest first. */
  journals(): string[];
  /** What follows a position: about `maxClicks`, more by at most a batch. */
  read(journal: string, from: Position, maxClicks: number): JournalRead;
  readBatches(journal: string, from: Position, maxClicks: number): ReadBatches;
  /** Removes a journal that has ended; segments that did not open are moved aside instead. */
  remove(journal: string): void;
}

interface JournalReaderOptions {
  folder: string;
  secretKey: Uint8Array;
}

export function createJournalReader({ folder, secretKey }: JournalReaderOptions): JournalReader {
  const ended = new Set<string>();
  const aliveAt = new Map<string, number>();
  const unreadable = new Set<string>();

  const hasEnded = (journal: string): boolean => {
    if (ended.has(journal)) return true;
    const now = performance.now();
    if (now - (aliveAt.get(journal) ?? -Infinity) < ALIVE_MS) return false;
    aliveAt.set(journal, now);
    if (isAbandoned(folder, journal)) ended.add(journal);
    return ended.has(journal);
  };

  const reader: JournalReader = {
    journals: () => listJournals(folder),

    read(journal, from, maxClicks) {
      const { batches, ...rest } = reader.readBatches(journal, from, maxClicks);
      return { ...rest, clicks: batches.flatMap(({ clicks }) => clicks) };
    },

    readBatches(journal, from, maxClicks) {
      // Asked before the list is made and the list before a segment is read: then what is final stays so.
      const isDead = hasEnded(journal);
      const segments = listSegments(folder, journal).filter((number) => number >= from.segment);
      const batches: ReadBatch[] = [];
      let position = from;
      let badFrames = 0;
      let wanted = maxClicks;

      for (const [index, number] of segments.entries()) {
        if (wanted <= 0) return { batches, position, badFrames, hasMore: true, ended: false };
        const isFinal = isDead || index < segments.length - 1;
        const start = number === from.segment ? Math.max(from.offset, HEADER_BYTES) : HEADER_BYTES;
        const read = readSegment({
          path: segmentPath(folder, journal, number),
          start,
          isFinal,
          secretKey,
          take({ text, end }) {
            const batch = { ...readBatch(text), end: { segment: number, offset: end } };
            batches.push(batch);
            wanted -= batch.clicks.length;
            return wanted > 0;
          },
        });
        badFrames += read.badFrames;
        if (!read.opened) unreadable.add(journal);
        position = { segment: number, offset: read.offset };
        if (!read.isDone) return { batches, position, badFrames, hasMore: wanted <= 0, ended: false };
      }
      return { batches, position, badFrames, hasMore: false, ended: isDead };
    },

    remove(journal) {
      removeJournal(folder, journal, { keep: unreadable.has(journal) });
      ended.delete(journal);
      aliveAt.delete(journal);
      unreadable.delete(journal);
    },
  };
  return reader;
}
