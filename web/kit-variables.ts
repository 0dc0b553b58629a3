import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';

import { theme, variables } from './ui/theme';

/** Writes the variables of the theme into the style sheet. The kit would compute them in the browser at each start. */
export const kitVariables: Plugin = {
  name: 'kit-variables',
  enforce: 'pre',
  transform: {
    filter: { id: /\/kit-variables\.css$/ },
    handler() {
      const whole = mergeMantineTheme(DEFAULT_THEME, theme);
      const all = deepMerge(defaultCssVariablesResolver(whole), variables(whole));
      return { code: convertCssVariables(all, ':root'), map: null };
    },
  },
};
