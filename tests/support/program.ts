import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildServer } from '../../server/build';

/** Bun reads some thousand files and compiles them, at each start. */
export const SOURCE = 'server/main.ts';

const given = process.env['TEST_PROGRAM'];
let built: Promise<string> | undefined;

/**
 * The server as `npm start` builds it, once a process of the tests, or once for all (TEST_PROGRAM, the folder). Bytecode
 * takes longer to make than it saves in a few starts.
 */
export const serverProgram = ({ bytecode = false } = {}): Promise<string> =>
  (built ??= given ? Promise.resolve(join(given, 'main.js')) : buildOwn(bytecode));

function buildOwn(bytecode: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-program-'));
  chmodSync(folder, 0o755); // some tests run it as another user
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return buildServer(join(folder, 'server'), { bytecode });
}
