import type { Plugin } from 'vite';

interface Part {
  id: RegExp;
  from: string | RegExp;
  to: string;
}

const PARTS: readonly Part[] = [
  {
    // A button shows that it loads by a transition, which is 3 KB; here it does so at once.
    id: /@mantine\/core\/esm\/components\/Button\/Button\.mjs$/,
    from: 'import { Transition } from "../Transition/Transition.mjs";',
    to: 'const Transition = ({ mounted, transition, children }) => (mounted ? children(transition.in) : null);',
  },
  {
    // Of the kit’s own colors, the console uses red; the others that it uses are in its theme.
    id: /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/,
    from: /(?<=DEFAULT_COLORS = )\{[^}]*(red: \[[^\]]*\])[^}]*\}/,
    to: '{ $1 }',
  },
];

/** Parts of the kit that the first load does not need. */
export const trimKit: Plugin = {
  name: 'trim-kit',
  enforce: 'pre',
  transform: {
    filter: { id: PARTS.map(({ id }) => id) },
    handler(code, name) {
      const part = PARTS.find(({ id }) => id.test(name));
      const trimmed = part && code.replace(part.from, part.to);
      if (trimmed === undefined || trimmed === code)
        throw new Error('The kit has changed: look at web/trim-kit.ts again.');
      return { code: trimmed, map: null };
    },
  },
};
