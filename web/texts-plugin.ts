import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** Compiles the messages of `texts.ts` and its translations: the browser gets no parser of them. */
export const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  config: () => ({
    resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
  }),
  transform: {
    filter: { id: /\/web\/(?:ui|features|layouts)\/(?:.*\/)?texts(?:\.[\w-]+)?\.ts$/ },
    handler(code) {
      return { code: compileTexts(code, this.parse(code, { lang: 'ts' })), map: null };
    },
  },
};

interface TextLiteral {
  start: number;
  end: number;
  value: string;
}

function compileTexts(code: string, tree: unknown): string {
  return literalsIn(tree)
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (whole, { start, end, value }) => whole.slice(0, start) + JSON.stringify(compile(value)) + whole.slice(end),
      code,
    );
}

/** Strings that are values of properties. */
function literalsIn(node: unknown): TextLiteral[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  const { type, value } = node as { type?: unknown; value?: unknown };
  if (type === 'Property' && isLiteral(value)) return [value];
  return Object.values(node).flatMap(literalsIn);
}

const isLiteral = (value: unknown): value is TextLiteral =>
  typeof value === 'object' &&
  value !== null &&
  (value as { type?: unknown }).type === 'Literal' &&
  typeof (value as { value?: unknown }).value === 'string';
