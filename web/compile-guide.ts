import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import type { Guide, GuideHeading, GuideNode } from './features/docs/guide-node';

// Raw HTML in the Markdown is dropped by remark-rehype, which leaves out comments such as the marks of generated tables.
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, { ...defaultSchema, protocols: { href: ['http', 'https'] } });

const RESULTS = '<!-- results of the English guide -->';

/**
 * A translated guide. Its headings have the anchors of the English one, so that links lead to them in each language; so
 * do the links within it.
 */
export function compileTranslation(markdown: string, english: string): Guide {
  const anchors = compileGuide(english).headings.map(({ id }) => id);
  const [, results = ''] = /<!-- bench: .+? -->\n([\s\S]*)<!-- \/bench -->/.exec(english) ?? [];
  const guide = compileGuide(
    markdown.replace(RESULTS, () => results),
    anchors,
  );
  if (guide.headings.length !== anchors.length)
    throw new Error('A translated guide has the headings of the English one.');
  return guide;
}

/** A guide as data that the console renders: no HTML text reaches the browser. */
export function compileGuide(markdown: string, anchors: readonly string[] = []): Guide {
  const tree: Root = processor.runSync(processor.parse(markdown));
  const [first, ...rest] = tree.children.filter(isElement);
  if (first?.tagName !== 'h1') throw new Error('A guide begins with its title: # Title.');

  const headings: GuideHeading[] = [];
  const body = rest.map((element) => nodeOf(element, { headings, anchors }));
  const ids = headings.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`Two headings of a guide have the anchor ${repeated}.`);
  return { title: textOf(first), headings, body };
}

interface Parsing {
  /** Those so far. */
  headings: GuideHeading[];
  anchors: readonly string[];
}

function nodeOf(node: ElementContent, parsing: Parsing): GuideNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'pre') return codeBlock(node);

  const children = node.children
    .filter((child) => child.type !== 'text' || child.value !== '\n')
    .map((child) => nodeOf(child, parsing));
  return [node.tagName, attributesOf(node, parsing), ...children];
}

function attributesOf(node: Element, { headings, anchors }: Parsing): Record<string, string> {
  const { href } = node.properties;
  if (typeof href === 'string') return { href: addressOf(href) };
  if (node.tagName === 'table') return { of: [headings.at(-1)?.text, columnsOf(node)].filter(Boolean).join(': ') };
  if (!/^h[2-6]$/.test(node.tagName)) return {};
  const heading = { id: anchors[headings.length] ?? anchorOf(textOf(node)), text: textOf(node) };
  headings.push(heading);
  return { id: heading.id };
}

const columnsOf = (table: Element): string => {
  const names = table.children.filter(isElement).find(({ tagName }) => tagName === 'thead');
  const cells = names?.children.filter(isElement).flatMap(({ children }) => children.filter(isElement)) ?? [];
  return cells.map(textOf).join(', ');
};

function codeBlock(pre: Element): GuideNode {
  const code = pre.children.find(isElement);
  const names = code?.properties['className'];
  const language = Array.isArray(names) ? String(names[0]).replace('language-', '') : 'text';
  return ['pre', { language }, textOf(pre).trimEnd()];
}

/** `web/docs/settings.md#logs`, as a code host links it, is `/docs/settings#logs` in the console. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md(?=#|$)/, '/docs/$1');

/** The anchor that code hosts give a heading. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const isElement = (node: RootContent | ElementContent): node is Element => node.type === 'element';

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
