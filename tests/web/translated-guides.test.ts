import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';

import { compileGuide, compileTranslation } from '../../web/compile-guide';
import type { GuideNode } from '../../web/features/docs/guide-node';
import portuguese from '../../web/features/docs/texts.pt-BR';

const FOLDER = new URL('../../web/docs/', import.meta.url).pathname;
const TRANSLATED = `${FOLDER}pt-BR/`;
const markdown = (folder: string): string[] => readdirSync(folder).filter((file) => file.endsWith('.md'));
const NAMES = markdown(FOLDER).map((file) => file.replace(/\.md$/, ''));
const read = (folder: string, name: string): Promise<string> => Bun.file(`${folder}${name}.md`).text();

/** Elements in their order. */
function elements(nodes: readonly GuideNode[]): Exclude<GuideNode, string>[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.slice(2) as GuideNode[])]));
}
const textOf = (node: GuideNode): string =>
  typeof node === 'string' ? node : (node.slice(2) as GuideNode[]).map(textOf).join('');

/** Without code, which is the same in both. */
const wordsOf = (node: GuideNode): string =>
  typeof node === 'string' ? node : node[0] === 'code' ? '' : (node.slice(2) as GuideNode[]).map(wordsOf).join('');

/** What a translation keeps. Words may stand in another order, so code and links within a text are sorted. */
function skeleton(body: readonly GuideNode[]) {
  const all = elements(body);
  const texts = (tag: string): string[] => all.filter(([name]) => name === tag).map(textOf);
  return {
    blocks: body.map((node) => node[0]),
    headings: all.flatMap(([tag, { id = '' }]) => (/^h\d$/.test(tag) ? [`${tag} ${id}`] : [])),
    code: texts('pre'),
    names: texts('code').toSorted(),
    links: all.flatMap(([tag, { href = '' }]) => (tag === 'a' ? [href] : [])).toSorted(),
    rows: all.filter(([tag]) => tag === 'tr').map((row) => row.length - 2),
    items: all.filter(([tag]) => tag === 'li').length,
  };
}

describe('guides in Portuguese', () => {
  test('there is one for each guide, and no other', () => {
    expect(markdown(TRANSLATED)).toEqual(markdown(FOLDER));
  });

  test.each(NAMES)('%s has the same headings, code, links and rows', async (name) => {
    const english = await read(FOLDER, name);
    const translated = compileTranslation(await read(TRANSLATED, name), english);
    const original = skeleton(compileGuide(english).body);
    // A sentence about the table, which is generated in English.
    if (name === 'benchmarks') original.blocks.splice(original.blocks.indexOf('table'), 0, 'p');
    expect(skeleton(translated.body)).toEqual(original);
    const titles: Readonly<Record<string, string>> = portuguese;
    expect(translated.title).toBe(titles[name] ?? '');
  });

  test.each(NAMES)('no paragraph of %s was left in English', async (name) => {
    const paragraphs = async (folder: string): Promise<string[]> =>
      elements(compileGuide(await read(folder, name)).body)
        .filter(([tag]) => /^(?:p|li|td|h\d)$/.test(tag))
        .map(wordsOf)
        // Names and figures are the same in both.
        .filter((text) => text.split(' ').length > 4 && /\p{L}/u.test(text));
    const english = new Set(await paragraphs(FOLDER));
    const translated = await paragraphs(TRANSLATED);
    expect(translated.filter((text) => english.has(text))).toEqual([]);
  });

  test('a translation without one of the headings fails the build', () => {
    expect(() => compileTranslation('# Um\n\n## Dois', '# One\n\n## Two\n\n## Three')).toThrow('headings');
    expect(compileTranslation('# Um\n\n## Dois', '# One\n\n## Two').headings).toEqual([{ id: 'two', text: 'Dois' }]);
  });
});
