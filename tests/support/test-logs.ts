import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where servers of the tests write what they log, at the finest level, to be looked through after a run; or nowhere. */
export const logFolder: string | undefined = process.env['TEST_LOGS'] || undefined;

let file: number | undefined;

/** Keeps what a server said, in a file for each process of the tests. */
export function saveLog(text: string): void {
  if (logFolder === undefined) return;
  if (file === undefined) {
    mkdirSync(logFolder, { recursive: true });
    file = openSync(join(logFolder, `${process.pid}.log`), 'a');
  }
  writeSync(file, text);
}
