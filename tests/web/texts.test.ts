import { expect, test } from 'bun:test';

import compile from 'icu-minify/compile';

import { localeFor } from '../../web/i18n/locale';
import { hardCodedTexts } from './hard-coded-texts';

const ROOT = `${import.meta.dir}/../..`;

/** What is not shown, is the same in every language, or holds the texts of one. */
const NO_TEXTS = new Set(
  [
    'web/{build,event-stream,guides-plugin}.ts',
    'web/i18n/**',
    // Words of n8n, Zapier and Make, programs for receivers, and answers of the API.
    'web/features/automation/connect/*.ts',
    'web/features/docs/example.ts',
    'web/features/webhooks/secrets/{snippets,sign}.ts',
    'web/**/texts{,.pt-BR}.ts',
  ].flatMap((pattern) => files(pattern)),
);

function files(pattern: string): string[] {
  return [...new Bun.Glob(pattern).scanSync(ROOT)].toSorted();
}

interface TextsModule {
  t: { english: Record<string, string> };
}

test.each(files('web/**/texts.ts').filter((file) => file !== 'web/i18n/texts.ts'))(
  '%s is complete in Portuguese',
  async (file) => {
    const { t } = (await import(`${ROOT}/${file}`)) as TextsModule;
    const other = (await import(`${ROOT}/${file.replace(/\.ts$/, '.pt-BR.ts')}`)) as {
      default: Record<string, string>;
    };
    expect(Object.keys(other.default).toSorted()).toEqual(Object.keys(t.english).toSorted());

    for (const [key, english] of Object.entries(t.english)) {
      const translated = other.default[key] ?? '';
      expect([key, placeholdersOf(translated)]).toEqual([key, placeholdersOf(english)]);
      // A sentence that is the same in both was forgotten.
      if (english.split(' ').length > 3) expect([key, translated]).not.toEqual([key, english]);
    }
  },
);

test('no text of the console stands outside of the lists', () => {
  const found = files('web/**/*.{ts,tsx}')
    .filter((file) => !NO_TEXTS.has(file))
    .flatMap((file) => hardCodedTexts(`${ROOT}/${file}`).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

test('hard-coded texts are found in markup, attributes and conditions', () => {
  const source = `
    const a = <p className="row main" title="Copy the ID" aria-label={x}>Load more {n}</p>;
    const b = <i>{isCopied ? 'Copied' : label}</i>;
    const c = toast(\`Deleted \${name}\`);
    const d = key === 'Escape' || event.key === 'Enter' ? t('close') : 'px';
    const e = { label: 'Any value', icon: IconX };`;
  expect(hardCodedTexts('a.tsx', source)).toEqual(['Copy the ID', 'Load more', 'Copied', 'Deleted ', 'Any value']);
});

test('the language of the browser decides, and English where there are no texts in it', () => {
  expect(localeFor(['pt-PT', 'en'])).toBe('pt-BR');
  expect(localeFor(['de-DE', 'pt-BR', 'en'])).toBe('pt-BR');
  expect(localeFor(['en-GB', 'pt-BR'])).toBe('en');
  expect(localeFor(['ja'])).toBe('en');
  expect(localeFor([])).toBe('en');
});

/** Names of values and tags, with what they are used as: `count plural`, `b tag`. */
function placeholdersOf(message: string): string[] {
  const found = new Set<string>();
  const USES = ['', 'select', 'plural', 'ordinal', 'number', 'date', 'time'];
  const walk = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, use, ...rest] = node as unknown[];
    if (typeof name !== 'string') return node.forEach(walk);
    if (node.length === 1 || typeof use === 'number') found.add(`${name} ${USES[Number(use ?? 0)]}`.trim());
    else found.add(`${name} tag`);
    for (const part of [use, ...rest]) {
      if (Array.isArray(part)) walk(part.length > 0 && typeof part[0] === 'string' ? part : [...part]);
      else if (typeof part === 'object' && part !== null) Object.values(part).forEach(each);
    }
  };
  const each = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(walk);
  };
  each(compile(message));
  return [...found].toSorted();
}
