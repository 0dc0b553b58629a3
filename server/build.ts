import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { linesOnly } from './build-map';

const SOURCES = import.meta.dirname;
const WORKER = /new URL\('(\.[\w./-]+)\.ts', import\.meta\.url\)/g;
/** Readers of bodies for other servers, and messages in all languages: a fifth of the program. */
const UNUSED = /(co-body|zod.v4.locales).index\.js$/;

/**
 * Writes the server with bytecode, and each Worker, as files; returns the program’s path. Modules still find files
 * beside their sources, such as migrations, and stack traces name the sources.
 */
export async function buildServer(folder: string, { bytecode = true } = {}): Promise<string> {
  const workers = new Set<string>();
  // Renamed at the end, since a server may be running the last build.
  const unfinished = `${folder}-${process.pid}`;
  const shared = {
    target: 'bun',
    outdir: unfinished,
    sourcemap: 'linked',
    minify: { whitespace: true, syntax: true },
    plugins: [
      { name: 'places of sources', setup: (builder) => void builder.onLoad({ filter: /\.ts$/ }, load) },
      {
        name: 'left out',
        setup: (builder) =>
          void builder.onLoad({ filter: UNUSED }, () => ({ contents: 'module.exports = {};', loader: 'js' })),
      },
    ],
  } satisfies Partial<Bun.BuildConfig>;

  async function load({ path }: { path: string }): Promise<Bun.OnLoadResult> {
    const text = await Bun.file(path).text();
    if (!path.startsWith(SOURCES)) return { contents: text, loader: 'ts' };

    const url = pathToFileURL(path);
    const contents = text
      .replaceAll(WORKER, (_, name: string) => {
        const worker = fileURLToPath(new URL(`${name}.ts`, url));
        workers.add(worker);
        return `new URL(${JSON.stringify(pathToFileURL(join(folder, `${basename(worker, '.ts')}.js`)).href)})`;
      })
      .replaceAll('import.meta.url', JSON.stringify(url.href))
      .replaceAll('import.meta.dir', JSON.stringify(dirname(path)));
    return { contents, loader: 'ts' };
  }

  // Bun loads bytecode of CommonJS alone.
  await Bun.build({ ...shared, entrypoints: [join(SOURCES, 'main.ts')], format: 'cjs', bytecode });
  await Bun.build({ ...shared, entrypoints: [...workers], naming: '[name].[ext]' });
  await shortenMap(join(unfinished, 'main.js.map'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return join(folder, 'main.js');
}

/** The first stack trace reads the map and keeps it, so it has no sources (null: unknown) and one position for each line. */
async function shortenMap(path: string): Promise<void> {
  const map = (await Bun.file(path).json()) as { sources: string[]; mappings: string };
  const mappings = linesOnly(map.mappings);
  await Bun.write(path, JSON.stringify({ ...map, mappings, names: [], sourcesContent: map.sources.map(() => null) }));
}

if (import.meta.main) await buildServer(process.argv[2] ?? join(SOURCES, '../dist/server'));
