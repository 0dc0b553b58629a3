import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const COMMENT = /(?:^\s*\*|(?<!:)\/\/|\/\*).*$/;
/** A path, not a part of an address. */
const PAGE = /(?<![\w/:.-])[\w./-]+\.md\b/g;
const NUMBERED_PART = /(?:§|\b(?:section|chapter|page|paragraph|appendix|clause)s?) ?\d[\d.]*/i;
const PUBLISHED = /\bRFC \d+|\b(?:HTML|URL|Fetch) Standard\b|\bW3C\b|\bISO \d+|\bUnicode\b/;
const PRIVATE = /\b(?:the|our) (?:design|architecture|brief|conventions|roadmap|specification|spec)\b/i;
/** An issue of a public repository is named `owner/name#1`. */
const OWN_ISSUE = /\b(?:issue|ticket) #?\d+|(?<![\w/.-])#\d+\b/i;

function unknownSources(line: string, exists: (page: string) => boolean): string[] {
  const comment = COMMENT.exec(line)?.[0] ?? '';
  const cited = [PRIVATE, OWN_ISSUE, ...(PUBLISHED.test(comment) ? [] : [NUMBERED_PART])];
  return [
    ...(comment.match(PAGE) ?? []).filter((page) => !exists(page)),
    ...cited.flatMap((source) => source.exec(comment)?.[0] ?? []),
  ];
}

test('no comment cites a source that is neither in the repository nor published', async () => {
  const files = await Array.fromAsync(new Bun.Glob('{server,shared,web,tests}/**/*.{ts,tsx,css}').scan(ROOT));
  expect(files).toContain('server/main.ts');

  const found: string[] = [];
  for (const file of files) {
    if (file === 'tests/contract/comment-sources.test.ts') continue;
    const exists = (page: string) => [ROOT, join(ROOT, dirname(file))].some((folder) => existsSync(join(folder, page)));
    const lines = (await Bun.file(join(ROOT, file)).text()).split('\n');
    for (const [index, line] of lines.entries()) {
      for (const source of unknownSources(line, exists)) found.push(`${file}:${index + 1} ${source}`);
    }
  }
  expect(found).toEqual([]);
});

test.each([
  ['// As webhooks.md says.', 'webhooks.md'],
  ['/** Section 4 of the design. */', 'the design'],
  ['/** See section 4. */', 'section 4.'],
  [' * Retries as in § 3.2', '§ 3.2'],
  ['// Fixed for issue 17.', 'issue 17'],
  ['// See #17.', '#17'],
  ['run(); // As our conventions say.', 'our conventions'],
])('%s is found', (line, source) => {
  expect(unknownSources(line, () => false)).toContain(source);
});

test.each([
  '/** CONNECT, RFC 9110 section 9.3.6. */',
  '// The bundler rarely hangs (vitejs/vite#21784).',
  "const page = 'section 4 of the design';",
  "fetch('https://example.com/#12');",
])('%s is accepted', (line) => {
  expect(unknownSources(line, () => false)).toEqual([]);
});
