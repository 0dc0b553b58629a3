import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As operators run it: Bun reads some thousand files and compiles them, at each start. */
export const SOURCE = 'server/main.ts';

const OURS = resolve('server');
const MAIN = 'main.js';
const given = process.env['TEST_PROGRAM'];
let built: Promise<string> | undefined;

/**
 * The server in a few files, made once a process of the tests, or once for all (TEST_PROGRAM, the folder): a start takes
 * half the processor time. What a module finds beside itself, such as Workers and the built console, it finds where it found it.
 */
export const serverProgram = (): Promise<string> => (built ??= given ? Promise.resolve(join(given, MAIN)) : buildOwn());

function buildOwn(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-program-'));
  chmodSync(folder, 0o755); // some tests run it as another user
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return build(folder);
}

async function build(folder: string): Promise<string> {
  await Bun.build({
    entrypoints: [SOURCE],
    target: 'bun',
    outdir: folder,
    splitting: true,
    plugins: [{ name: 'own places', setup: (builder) => void builder.onLoad({ filter: /\.ts$/ }, load) }],
  });
  return join(folder, MAIN);
}

async function load({ path }: { path: string }) {
  const text = await Bun.file(path).text();
  if (!path.startsWith(OURS)) return { contents: text, loader: 'ts' as const };

  const contents = text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dir', JSON.stringify(dirname(path)));
  return { contents, loader: 'ts' as const };
}

if (import.meta.main) await build(process.argv[2] ?? '');
