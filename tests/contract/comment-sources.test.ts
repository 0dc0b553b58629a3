import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const COMMENT = /(?:^\s*\*|\/\/|\/\*).*$/;
/** A path, not a part of an address. */
const PAGE = /(?<![\w/:.-])[\w./-]+\.md\b/g;

test('no comment cites a page that is not in the repository', async () => {
  const files = await Array.fromAsync(new Bun.Glob('{server,shared,web,tests}/**/*.{ts,tsx,css}').scan(ROOT));
  expect(files).toContain('server/main.ts');

  const missing: string[] = [];
  for (const file of files) {
    const lines = (await Bun.file(join(ROOT, file)).text()).split('\n');
    for (const [index, line] of lines.entries()) {
      const pages = COMMENT.exec(line)?.[0].match(PAGE) ?? [];
      for (const page of pages) {
        const isThere = [ROOT, join(ROOT, dirname(file))].some((folder) => existsSync(join(folder, page)));
        if (!isThere) missing.push(`${file}:${index + 1} ${page}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
