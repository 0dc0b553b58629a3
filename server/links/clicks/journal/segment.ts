import { closeSync, constants, fdatasync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { createFrameSealer } from './frames';

const syncData = promisify(fdatasync);

/** One file of the journal, written by this process alone. */
export interface Segment {
  readonly number: number;
  /** Bytes of the header and of whole frames. */
  readonly size: number;
  readonly isSynced: boolean;
  /** Seals and writes to the last byte, or throws and leaves the file as it was. */
  append(text: string): void;
  /** Resolves when all that was appended before survives a power cut; who asks meanwhile shares the next round. */
  sync(): Promise<void>;
  /** Nothing more will be appended: syncs and closes. */
  close(): Promise<void>;
  /** Closes and deletes. */
  remove(): Promise<void>;
}

interface SegmentOptions {
  path: string;
  number: number;
  secretKey: Uint8Array;
}

/** Throws when the disk refuses it, and leaves nothing behind. */
export function createSegment({ path, number, secretKey }: SegmentOptions): Segment {
  const sealer = createFrameSealer(secretKey);
  const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  let size = 0;
  let synced = 0;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const write = (bytes: Buffer): void => {
    let done = 0;
    while (done < bytes.length) {
      const count = writeSync(handle, bytes, done, bytes.length - done, size + done);
      if (count === 0) throw new Error('The disk takes no more bytes.');
      done += count;
    }
    size += done;
  };
  const syncOnce = async (): Promise<void> => {
    const target = size;
    if (synced === target) return;
    await syncData(handle);
    // A file is found after a power cut only if its name is on the disk too.
    if (synced === 0) await syncNames(path);
    synced = target;
  };
  const start = (): Promise<void> => {
    next = undefined;
    running = syncOnce().finally(() => (running = undefined));
    return running;
  };
  const sync = (): Promise<void> => {
    if (running === undefined) return start();
    next ??= running.catch(() => {}).then(start);
    return next;
  };

  try {
    write(sealer.header);
  } catch (error) {
    closeSync(handle);
    rmSync(path, { force: true });
    throw error;
  }

  return {
    number,
    get size() {
      return size;
    },
    get isSynced() {
      return synced === size;
    },
    append(text) {
      try {
        write(sealer.seal(text));
      } catch (error) {
        try {
          ftruncateSync(handle, size);
        } catch {
          // A torn frame at the end is ignored; nothing will follow it.
        }
        throw error;
      }
    },
    sync,
    close: () => sync().finally(() => closeSync(handle)),
    async remove() {
      await (next ?? running)?.catch(() => {});
      closeSync(handle);
      rmSync(path, { force: true });
    },
  };
}

async function syncNames(path: string): Promise<void> {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    await using handle = await open(folder, 'r');
    await handle.sync();
  }
}
