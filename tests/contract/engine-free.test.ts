import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';

import { ENGINE_FREE, testsForBoth } from '../support/engine-free';

const both = await testsForBoth();
const all = [...new Bun.Glob('tests/**/*.test.ts').scanSync('.')];
const left = all.filter((file) => !both.includes(file) && !file.endsWith('/engine-free.test.ts'));

test('what is left out on PostgreSQL does not ask for the engine, and each entry is there', async () => {
  expect(Object.keys(ENGINE_FREE).filter((path) => !existsSync(path))).toEqual([]);
  const asking: string[] = [];
  for (const file of left) if (/postgres['`:]|engine === /i.test(await Bun.file(file).text())) asking.push(file);
  expect(asking).toEqual([]);
});

test('every module that keeps rows is tested on both', () => {
  const folders = new Set(both.map((file) => file.split('/')[1]));
  const modules = 'access ai automation contract db events faults http limits links usage webhooks whatsapp work'.split(
    ' ',
  );
  expect(modules.filter((name) => !folders.has(name))).toEqual([]);
  expect(both).toContain('tests/links/links.test.ts');
  expect(left).toContain('tests/automation/conditions.test.ts');
});
