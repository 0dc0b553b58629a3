import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCES = import.meta.dirname;
const WORKER = /new URL\('(\.[\w./-]+)\.ts', import\.meta\.url\)/g;

/**
 * Writes the server into `folder` as a file with bytecode, and each Worker as a file of its own, and returns the path
 * of the program. Modules still find what lies beside their sources, such as migrations; stack traces name the sources.
 */
export async function buildServer(folder: string, { bytecode = true } = {}): Promise<string> {
  const workers = new Set<string>();
  // Renamed at the end, since a server may be running on the last build.
  const unfinished = `${folder}-${process.pid}`;
  const shared = {
    target: 'bun',
    outdir: unfinished,
    sourcemap: 'linked',
    minify: { whitespace: true, syntax: true },
    plugins: [{ name: 'places of sources', setup: (builder) => void builder.onLoad({ filter: /\.ts$/ }, load) }],
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
  await omitSources(join(unfinished, 'main.js.map'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return join(folder, 'main.js');
}

/** The text of the sources is most of a map, which the first stack trace reads. Null is what a map has for an unknown text. */
async function omitSources(path: string): Promise<void> {
  const map = (await Bun.file(path).json()) as { sources: string[] };
  await Bun.write(path, JSON.stringify({ ...map, sourcesContent: map.sources.map(() => null) }));
}

if (import.meta.main) await buildServer(process.argv[2] ?? join(SOURCES, '../dist/server'));
