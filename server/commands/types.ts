import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { appRouter } from '../router';
import { routerDeclaration } from '../trpc/declaration/router-declaration';
import { print, UsageError } from './installation';

export function typesCommand(args: string[]): number {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [given = 'dist/switchboard.d.ts', ...more] = positionals;
  if (more.length > 0 || !given.endsWith('.d.ts')) throw new UsageError('Usage: types [file ending in .d.ts]');
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, routerDeclaration(appRouter));
  print(`Wrote ${file}.`);
  return 0;
}
