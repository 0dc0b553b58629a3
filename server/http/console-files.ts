import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

import { sha256Hex } from '../secrets/tokens';

export interface ConsoleFile {
  type: string;
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
  encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
}

export interface Console {
  files: Map<string, ConsoleFile>;
  page: (path: string) => string;
}

interface Loads {
  js: string[];
  css: string[];
}
interface Preload {
  entry: Loads;
  fonts: string[];
  routes: Record<string, Loads>;
}

const FOLDER = join(import.meta.dir, '../../dist/console');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};
const HIDDEN = new Set(['index.html', 'preload.json']);

/** `preload.json` is written last, so its change reloads a complete build. */
export function findConsole(folder = FOLDER): () => Console | undefined {
  const stamp = join(folder, 'preload.json');
  let found: { at: number; console: Console } | undefined;
  return () => {
    const at = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return found?.console;
    if (found?.at !== at) found = { at, console: readConsole(folder) };
    return found.console;
  };
}

function readConsole(folder: string): Console {
  const preload = JSON.parse(readFileSync(join(folder, 'preload.json'), 'utf8')) as Preload;
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const routes = Object.entries(preload.routes).map(([pattern, loads]) => ({ pattern: patternOf(pattern), loads }));
  const fonts = preload.fonts.map(
    (file) => `<link rel="preload" href="/user/api/${file}" as="font" type="font/woff2" crossorigin />`,
  );
  return {
    files: readFiles(folder),
    page(path) {
      const loads = routes.find(({ pattern }) => pattern.test(path))?.loads ?? { js: [], css: [] };
      const links = [
        ...fonts,
        ...loads.js.map((file) => `<link rel="modulepreload" href="/user/api/${file}" crossorigin />`),
        ...loads.css.map((file) => `<link rel="stylesheet" href="/user/api/${file}" crossorigin />`),
      ];
      return html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
    },
  };
}

function patternOf(route: string): RegExp {
  const parts = route
    .split('/')
    .map((part) => (part.startsWith('$') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}/?$`);
}

function readFiles(folder: string): Map<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const whole = join(folder, path);
    const type = TYPES[extname(path)];
    if (type === undefined || HIDDEN.has(path) || !statSync(whole).isFile()) continue;
    const bytes = readFileSync(whole);
    const other = (name: string) => (existsSync(`${whole}.${name}`) ? readFileSync(`${whole}.${name}`) : undefined);
    const [br, gzip] = [other('br'), other('gz')];
    const encoded = { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
    files.set(path.replaceAll('\\', '/'), {
      type,
      hash: sha256Hex(bytes.toString('latin1')).slice(0, 32),
      bytes,
      encoded,
    });
  }
  return files;
}
