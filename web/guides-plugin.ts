import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

import { compileGuide, compileTranslation } from './compile-guide';

/**
 * Makes a module of each guide in `docs/` and its translations: the browser gets its elements, not a Markdown parser.
 * With `?headings`, which the search reads, only those.
 */
export const guides: Plugin = {
  name: 'guides',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/docs\/(?:pt-BR\/)?[\w-]+\.md(?:\?headings)?$/ },
    handler(markdown, id) {
      const [file = ''] = id.split('?');
      const original = file.replace('/docs/pt-BR/', '/docs/');
      if (original !== file) this.addWatchFile(original);
      const guide =
        original === file ? compileGuide(markdown) : compileTranslation(markdown, readFileSync(original, 'utf8'));
      return {
        code: id.endsWith('?headings')
          ? `export const headings = ${JSON.stringify(guide.headings)};`
          : `export const guide = ${JSON.stringify(guide)};`,
        moduleType: 'js',
        map: null,
      };
    },
  },
};
