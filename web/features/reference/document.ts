import { KEY_VARIABLE } from '../../../shared/samples';

interface Sample {
  source: string;
}
interface Parameter {
  required?: boolean;
  example?: unknown;
  examples?: Record<string, { value: unknown; 'x-disabled': boolean }>;
}
interface Operation {
  'x-codeSamples'?: Sample[];
  parameters?: Parameter[];
}
export interface OpenApi {
  paths?: Record<string, Record<string, Operation>>;
}

/** How the written samples name the key, and what stands there once there is one. */
const PLACES: readonly (readonly [place: string, filled: (key: string) => string])[] = [
  [`"Authorization: Bearer $${KEY_VARIABLE}"`, (key) => `'Authorization: Bearer ${key}'`],
  [`\`Bearer \${process.env.${KEY_VARIABLE}}\``, (key) => `'Bearer ${key}'`],
  [`f"Bearer {os.environ['${KEY_VARIABLE}']}"`, (key) => `"Bearer ${key}"`],
];

function filled(source: string, key: string): string {
  const text = PLACES.reduce((done, [place, fill]) => done.replaceAll(place, fill(key)), source);
  return text.includes('os.') ? text : text.replace(/^import os\n\n/, '');
}

/** A copy of the document as the reference shows it: its samples carry the key, and leave out what is optional. */
export function prepared(document: OpenApi, key: string): OpenApi {
  const copy = structuredClone(document);
  for (const operations of Object.values(copy.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) switchOff(parameter);
      if (key === '') continue;
      for (const sample of operation['x-codeSamples'] ?? []) sample.source = filled(sample.source, key);
    }
  }
  return copy;
}

/** Scalar sends whatever has an example: every filter at once, and a cursor of another list. */
function switchOff(parameter: Parameter): void {
  if (parameter.required || parameter.example === undefined) return;
  parameter.examples = { example: { value: parameter.example, 'x-disabled': true } };
  delete parameter.example;
}
