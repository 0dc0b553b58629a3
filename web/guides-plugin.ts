import type { Plugin } from 'vite';

import { compileGuide } from './compile-guide';

/** Makes a module of each guide in `docs/`: the browser gets its elements, not a Markdown parser. */
export const guides: Plugin = {
  name: 'guides',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/docs\/[\w-]+\.md$/ },
    handler: (markdown) => ({
      code: `export const guide = ${JSON.stringify(compileGuide(markdown))};`,
      moduleType: 'js',
      map: null,
    }),
  },
};
