import { expect, test } from 'bun:test';

import compile from 'icu-minify/compile';

import { hardCodedTexts } from './hard-coded-texts';

const ROOT = `${import.meta.dir}/../..`;

/** Folders and files whose texts all stand in `texts.ts`. It grows to `web`. */
const CONVERTED = [
  'web/ui/**/*.{ts,tsx}',
  'web/layouts.tsx',
  'web/lazy.ts',
  'web/features/activity/**/*.{ts,tsx}',
  'web/features/keys/**/*.{ts,tsx}',
  'web/features/links/**/*.{ts,tsx}',
  'web/features/overview/*.{ts,tsx}',
  'web/features/usage/*.{ts,tsx}',
  'web/features/whatsapp/**/*.{ts,tsx}',
  'web/features/workspaces/*.{ts,tsx}',
];

const files = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(ROOT)].toSorted();

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
  const found = CONVERTED.flatMap(files)
    .filter((file) => !/\/texts(?:\.[\w-]+)?\.ts$/.test(file))
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
