import type { Plugin } from 'vite';

/** Languages of the samples and responses in the reference. The other fifty are 45 KB. */
const HIGHLIGHTED = [
  'bash',
  'curl: curlLanguage',
  'go',
  'html: xml',
  'http',
  'javascript: javascript$1',
  'json',
  'php',
  'plaintext',
  'python',
  'shell',
  'typescript',
  'xml',
];

interface Part {
  id: RegExp;
  keep: (code: string) => string;
}

const PARTS: readonly Part[] = [
  {
    id: /@scalar\/code-highlight\/dist\/chunks\/languages\.js$/,
    keep: (code) => code.replace(/(?<=var standardLanguages = )\{[^}]*\}/, `{ ${HIGHLIGHTED.join(', ')} }`),
  },
  {
    // The console is in English: the seven other languages are 55 KB.
    id: /@scalar\/api-(?:client|reference)\/dist\/.*\/localization\/locales\/(?!en\.js)[a-z-]+\.js$/,
    keep: (code) => code.replace(/(?<=^var \w+ = )\{.*^\}/ms, '{}'),
  },
  {
    // Bodies of calls are JSON: editors of HTML, CSS, XML and YAML, and the script in them, are 80 KB.
    id: /@scalar\/use-codemirror\/dist\/hooks\/useCodeMirror\.js$/,
    keep: (code) => code.replace(/(?<=const languageExtensions = )\{[^}]*\}/, '{ json }'),
  },
  {
    // Part of the editor of environments, which the reference does not have.
    id: /@scalar\/use-codemirror\/dist\/index\.js$/,
    keep: (code) => code.replace(/export \{ colorPicker \} from [^;]*;/, 'export const colorPicker = [];'),
  },
];

/** Leaves unused parts of Scalar out of the bundle. Fails when Scalar moves them. */
export const trimScalar: Plugin = {
  name: 'trim-scalar',
  transform: {
    filter: { id: PARTS.map(({ id }) => id) },
    handler(code, id) {
      const part = PARTS.find((one) => one.id.test(id));
      const kept = part?.keep(code) ?? code;
      if (kept === code) throw new Error(`Scalar keeps what ${id} had elsewhere: look at web/trim-scalar.ts.`);
      return { code: kept, map: null };
    },
  },
};
