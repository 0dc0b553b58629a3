import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { AnyRoute } from '@tanstack/react-router';

import { importOf } from './lazy';
import { routeTree } from './routes';

// `bun run build` writes the console as static files. `--strict` fails the build when it is over the budgets.
const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/console');
/** Built in a folder of its own and then renamed: a server or another build may be running. */
const out = join(root, `dist/.console-${process.pid}`);
const isStrict = process.argv.includes('--strict');
const BUILD_SECONDS = 120;
const COMPRESSED = /\.(?:js|css|svg|html|json|txt)$/;
const MIN_BYTES = 1024;

/** gzip sizes in KB that a build may not exceed. */
const BUDGETS = { overview: 160, app: 200, charts: 260, viewer: 1150, css: 40 };
/** Of the reference: loaded after the page. */
const VIEWER = 'features/reference/scalar.tsx';
const CHARTS = /\/(?:analytics|usage)$/;

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, Chunk>;

/** What a page loads: scripts to fetch ahead, and styles. */
interface Files {
  js: string[];
  css: string[];
}

// The bundler rarely hangs (vitejs/vite#21784), so it runs once more then.
if (!(await bundle()) && !(await bundle())) {
  rmSync(out, { recursive: true, force: true });
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (entry === undefined) throw new Error('The manifest has no entry.');

const preload = { entry: closed([entry]), fonts: latinFonts(), routes: routesOf(routeTree) };
writeFileSync(join(out, 'preload.json'), JSON.stringify(preload));
rmSync(join(out, '.vite'), { recursive: true });
compress(out);
const isWithin = isWithinBudget();
rmSync(target, { recursive: true, force: true });
renameSync(out, target);
// Without `--strict` a build that is too large still succeeds.
if (isStrict && !isWithin) process.exit(1);

async function bundle(): Promise<boolean> {
  mkdirSync(out, { recursive: true });
  const program = [process.execPath, '--bun', join(root, 'node_modules/vite/bin/vite.js'), 'build'];
  const child = Bun.spawn(
    [...program, '--config', join(import.meta.dirname, 'vite.config.ts'), '--outDir', out, '--logLevel', 'warn'],
    {
      cwd: root,
      env: { ...Bun.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
      stdout: 'inherit',
      stderr: 'inherit',
      timeout: BUILD_SECONDS * 1000,
    },
  );
  return (await child.exited) === 0;
}

/** The chunks of these sources with all they import. */
function closed(sources: readonly string[]): Files {
  const seen = new Set<string>();
  const files: Files = { js: [], css: [] };
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) add(imported);
    files.js.push(chunk.file);
    files.css.push(...(chunk.css ?? []));
  };
  for (const source of sources) add(source);
  return { js: files.js, css: [...new Set(files.css)] };
}

/** What each route needs beyond the entry, by its path. */
function routesOf(tree: AnyRoute): Record<string, Files> {
  const found: Record<string, Files> = {};
  const known = closed([entry ?? '']);
  const walk = (route: AnyRoute, path: string, above: string[]) => {
    const own: unknown = (route.options as { path?: unknown }).path;
    const here = typeof own === 'string' ? `${path}/${own}`.replaceAll(/\/+/g, '/') : path;
    const sources = [...above, ...sourceOf(route)];
    const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>);
    if (typeof own === 'string' && sources.length > 0) {
      const { js, css } = closed(sources);
      found[here.replace(/(?<=.)\/$/, '')] = {
        js: js.filter((file) => !known.js.includes(file)),
        css: css.filter((file) => !known.css.includes(file)),
      };
    }
    for (const child of children) walk(child, here, sources);
  };
  walk(tree, '', []);
  return found;
}

/** `../features/keys/page` of the lazy import, as the manifest names it. */
function sourceOf(route: AnyRoute): string[] {
  const component: unknown = route.options.component;
  const text =
    typeof component === 'function' || typeof component === 'object' ? importOf.get(component as object) : undefined;
  if (text === undefined) return [];
  const path = /import\(\s*["'`]\.\.?\/(.+?)["'`]\s*\)/.exec(text)?.[1];
  const name = [`${path}.tsx`, `${path}.ts`, path ?? ''].find((candidate) => candidate in manifest);
  if (name === undefined) throw new Error(`No chunk of ${text}`);
  return [name];
}

function latinFonts(): string[] {
  return readdirSync(join(out, 'assets'))
    .filter((name) => /^ibm-plex-(?:sans-latin-wght|mono-latin-400)-normal-.*\.woff2$/.test(name))
    .map((name) => `assets/${name}`);
}

function compress(folder: string): void {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    if (item.isDirectory()) compress(path);
    else if (COMPRESSED.test(item.name) && folder.endsWith('assets')) {
      const bytes = readFileSync(path);
      if (bytes.length < MIN_BYTES) continue;
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      const quality = bytes.length > 1_000_000 ? 9 : 11;
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
    }
  }
}

function size(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file)), { level: 9 }).length, 0) / 1000;
}

/**
 * Prints what each page loads, or only what is over budget without `--strict`. Returns whether all are within budget.
 */
function isWithinBudget(): boolean {
  const base = { js: size(preload.entry.js), css: size(preload.entry.css) };
  const lines: string[] = [];
  let isOver = false;
  for (const [path, files] of Object.entries(preload.routes)) {
    const js = base.js + size(files.js);
    const css = base.css + size(files.css);
    const limit = path === '/w/$ws' ? BUDGETS.overview : CHARTS.test(path) ? BUDGETS.charts : BUDGETS.app;
    const tooMuch = js > limit || css > BUDGETS.css;
    isOver ||= tooMuch;
    lines.push(
      `${tooMuch ? 'OVER ' : '     '}${path.padEnd(44)} js ${js.toFixed(1).padStart(7)} of ${limit} KB   css ${css.toFixed(1)} KB\n`,
    );
  }
  const viewer = size(closed([VIEWER]).js);
  isOver ||= viewer > BUDGETS.viewer;
  lines.push(
    `${viewer > BUDGETS.viewer ? 'OVER ' : '     '}${VIEWER.padEnd(44)} js ${viewer.toFixed(1).padStart(7)} of ${BUDGETS.viewer} KB\n`,
  );
  process.stderr.write((isStrict ? lines : lines.filter((line) => line.startsWith('OVER'))).join(''));
  if (isOver) process.stderr.write('The console is over its size budget.\n');
  return !isOver;
}
