import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRELOAD = join(import.meta.dirname, '../../../dist/console/preload.json');

interface Preload {
  routes: Record<string, { js: string[] }>;
}

/** The address of the script of a page, such as `/w/$ws/settings/members`. What it imports stands before it. */
export function scriptOf(route: string): RegExp {
  const { routes } = JSON.parse(readFileSync(PRELOAD, 'utf8')) as Preload;
  const file = routes[route]?.js.at(-1);
  if (file === undefined) throw new Error(`No script of ${route}.`);
  return new RegExp(`/${file.replaceAll('.', String.raw`\.`)}$`);
}
