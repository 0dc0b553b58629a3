import { type Document, type Schema, flatten, isRecord } from './document';
import type { Problem } from './lint';
import { violations } from './validate';
import { walk } from './walk';

/**
 * Examples and defaults that their own schema refuses, wherever they stand: of media types, parameters and headers,
 * and of schemas. Spectral has two rules for it that compile the schema anew, with all it refers to, for each.
 */
export function wrongExamples(document: Document): Problem[] {
  const found: Problem[] = [];
  const validateExamples = (schema: Schema, [name, value]: [string, unknown], at: string) => {
    const [wrong] = violations(document, schema, value);
    if (wrong !== undefined) found.push({ by: 'rules', rule: 'valid-example', at: `${at}/${name}`, message: wrong });
  };
  walk({ paths: document.paths, webhooks: document['webhooks'], components: document.components }, '#', (one, at) => {
    const { schema } = one;
    if (isRecord(schema)) for (const example of examplesOf(one)) validateExamples(schema, example, at);
    if (isSchema(one)) for (const example of valuesIn(one)) validateExamples(one, example, at);
  });
  return found;
}

/** Bodies of answers and events of which neither they nor their schemas give an example. */
export function missingExamples(document: Document): Problem[] {
  const found: Problem[] = [];
  walk({ paths: document.paths, webhooks: document['webhooks'], components: document.components }, '#', (one, at) => {
    if (
      !/\/content\/[^/]+$/u.test(at) ||
      at.startsWith('#/components/schemas/') ||
      'example' in one ||
      'examples' in one
    )
      return;
    const isGiven = isRecord(one['schema']) && givesExample(document, one['schema'], []);
    if (!isGiven)
      found.push({ by: 'rules', rule: 'media-example', at, message: 'no example, also none of the schema' });
  });
  return found;
}

function givesExample(document: Document, schema: Schema, within: Schema[]): boolean {
  if (typeof schema === 'boolean' || within.includes(schema)) return false;
  const gives = (one: Schema) => givesExample(document, one, [...within, schema]);
  if (['example', 'examples', 'default', 'const', 'enum'].some((word) => word in schema)) return true;
  const { properties, items, oneOf, anyOf } = flatten(document, schema);
  const parts = [...Object.values(properties ?? {}), ...[items ?? []].flat(), ...(oneOf ?? anyOf ?? []).slice(0, 1)];
  return (schema.$ref !== undefined && 'example' in flatten(document, schema)) || parts.some(gives);
}

/** Something that says what its example must be; where properties are listed, their names stand for such words. */
const isSchema = (one: Record<string, unknown>): boolean =>
  ['type', 'enum', 'format', '$ref', 'allOf', 'anyOf', 'oneOf'].some(
    (word) => typeof one[word] === 'string' || Array.isArray(one[word]),
  );

/** What a media type, parameter or header gives, by the name that leads to it. */
function examplesOf({ example, examples }: Record<string, unknown>): [string, unknown][] {
  const named = isRecord(examples) ? Object.entries(examples) : [];
  const given = named.flatMap(([name, one]): [string, unknown][] =>
    isRecord(one) && 'value' in one ? [[`examples/${name}/value`, one['value']]] : [],
  );
  return example === undefined ? given : [['example', example], ...given];
}

/** What a schema gives of itself. */
function valuesIn(schema: Record<string, unknown>): [string, unknown][] {
  const listed = Array.isArray(schema['examples']) ? schema['examples'] : [];
  return [
    ...['default', 'example'].flatMap((name): [string, unknown][] => (name in schema ? [[name, schema[name]]] : [])),
    ...listed.map((value: unknown, index): [string, unknown] => [`examples/${index}`, value]),
  ];
}
