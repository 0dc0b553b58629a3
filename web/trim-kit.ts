import type { Plugin } from 'vite';

const TRANSITION = 'import { Transition } from "../Transition/Transition.mjs";';
const AT_ONCE = 'const Transition = ({ mounted, transition, children }) => (mounted ? children(transition.in) : null);';

/** The kit’s button shows that it loads by a transition, which is 3 KB of the first load; here it does so at once. */
export const trimKit: Plugin = {
  name: 'trim-kit',
  enforce: 'pre',
  transform: {
    filter: { id: /@mantine\/core\/esm\/components\/Button\/Button\.mjs$/ },
    handler(code) {
      if (!code.includes(TRANSITION)) throw new Error('The kit’s button has changed: look at web/trim-kit.ts again.');
      return { code: code.replace(TRANSITION, AT_ONCE), map: null };
    },
  },
};
