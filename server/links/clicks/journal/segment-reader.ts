import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

import { createFrameOpener, HEADER_BYTES, MOST_FRAME_BYTES, type Frame, type FrameOpener } from './frames';

/** Room for several frames, so that one that is not whole in it is damaged or torn. */
const WINDOW_BYTES = 4 * MOST_FRAME_BYTES;

interface SegmentRead {
  /** Where the reading stopped, in bytes of the file. */
  offset: number;
  badFrames: number;
  /** Nothing more will come of it. */
  isDone: boolean;
  /** False: not a journal, or of another secret key. */
  opened: boolean;
}

interface SegmentToRead {
  path: string;
  start: number;
  /** Nobody writes to it any more: what is torn at its end stays so. */
  isFinal: boolean;
  secretKey: Uint8Array;
  /** Gets each frame, with the offset of its end in the file. Returns whether it wants another. */
  take: (frame: Frame) => boolean;
}

/** Reads the intact frames of a segment, and steps over damage to the next marker that authenticates. */
export function readSegment(segment: SegmentToRead): SegmentRead {
  const { path, start, isFinal } = segment;
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    // Its writer removed it after it was listed, which happens only to what is drained.
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    return { offset: start, badFrames: 0, isDone: true, opened: true };
  }
  try {
    const { size } = fstatSync(handle);
    const header = readAt(handle, 0, HEADER_BYTES);
    if (header.length < HEADER_BYTES) return { offset: 0, badFrames: 0, isDone: isFinal, opened: true };
    const opener = createFrameOpener(segment.secretKey, header);
    if (opener === undefined) {
      return { offset: size, badFrames: start < size ? 1 : 0, isDone: true, opened: false };
    }
    return { ...readFrames(handle, opener, segment), opened: true };
  } finally {
    closeSync(handle);
  }
}

function readFrames(
  handle: number,
  opener: FrameOpener,
  { start, isFinal, take }: SegmentToRead,
): Omit<SegmentRead, 'opened'> {
  let offset = start;
  let badFrames = 0;
  /** The window begins within a damaged stretch that is not counted yet. */
  let isDamaged = false;

  for (;;) {
    const window = readAt(handle, offset, WINDOW_BYTES);
    const reachesEnd = window.length < WINDOW_BYTES;
    let at = 0;
    for (let frame = opener.open(window, at); frame; frame = opener.open(window, at)) {
      if (isDamaged) badFrames += 1;
      isDamaged = false;
      at = frame.end;
      if (!take({ text: frame.text, end: offset + at })) return { offset: offset + at, badFrames, isDone: false };
    }
    if (at > 0 && !reachesEnd) {
      offset += at;
      continue;
    }
    if (at === window.length && !isDamaged) return { offset: offset + at, badFrames, isDone: isFinal };

    const next = opener.find(window, at + 1);
    if (next !== undefined) {
      offset += next;
      isDamaged = true;
      continue;
    }
    if (!reachesEnd) {
      // The next frame may begin in this window and end in the one after it.
      offset += window.length - MOST_FRAME_BYTES;
      isDamaged = true;
      continue;
    }
    // Perhaps it is being written at this moment.
    if (!isFinal) return { offset: offset + at, badFrames: badFrames + (isDamaged ? 1 : 0), isDone: false };
    const isTorn = !isDamaged && opener.isTorn(window, at);
    return { offset: offset + window.length, badFrames: badFrames + (isTorn ? 0 : 1), isDone: true };
  }
}

/** As many bytes as there are, up to `length`. */
function readAt(handle: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(handle, bytes, done, length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
