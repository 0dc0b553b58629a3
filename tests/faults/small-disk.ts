import { closeSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK_BYTES = 256 * 1024;

/** A disk of so many MiB, which is in memory; undefined where this user may not mount one. */
export function mountSmallDisk(mebibytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-disk-'));
  const mount = ['mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder];
  if (process.platform !== 'linux' || Bun.spawnSync(mount, { stderr: 'ignore' }).exitCode !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  const filling = join(folder, 'filling');
  return {
    folder,
    /** Leaves no byte of room. */
    fill(): void {
      const handle = openSync(filling, 'a');
      try {
        for (let size = CHUNK_BYTES; size >= 1;) {
          try {
            if (writeSync(handle, new Uint8Array(size)) === 0) size = Math.floor(size / 2);
          } catch {
            size = Math.floor(size / 2);
          }
        }
      } finally {
        closeSync(handle);
      }
    },
    empty: (): void => rmSync(filling, { force: true }),
    clear: (): void => readdirSync(folder).forEach((name) => rmSync(join(folder, name), { recursive: true })),
    unmount(): void {
      Bun.spawnSync(['umount', '-l', folder]);
      rmdirSync(folder);
    },
  };
}
