import type { Plugin } from 'vite';

const KEPT = [
  'bash',
  'curl: curlLanguage',
  'go',
  'html: xml',
  'http',
  'javascript: javascript$1',
  'json',
  'markdown',
  'php',
  'plaintext',
  'python',
  'shell',
  'typescript',
  'xml',
  'yaml',
];

/** Scalar colours fifty languages; the reference shows these. The others are 45 KB of its budget. */
export const scalarLanguages: Plugin = {
  name: 'scalar-languages',
  transform: {
    filter: { id: /@scalar\/code-highlight\/dist\/chunks\/languages\.js$/ },
    handler(code) {
      const kept = code.replace(/(?<=var standardLanguages = )\{[^}]*\}/, `{ ${KEPT.join(', ')} }`);
      if (kept === code) throw new Error('Scalar keeps its languages elsewhere: look at web/scalar-languages.ts.');
      return { code: kept, map: null };
    },
  },
};
