import { exampleOf } from '../../../shared/openapi/example';
import { isObject, type Json } from './schema-graph';

interface Document {
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
  components: { schemas: Record<string, Json> };
}

/**
 * Leaves out of answers and events the examples that their schemas give by themselves. A schema that most of its
 * examples agree on gets it.
 */
export function shareExamples(document: Document): void {
  const { schemas } = document.components;
  const media = [...mediaOf(document)];
  const given = new Map<string, Map<string, number>>();
  const count = (schema: unknown, example: unknown): void => {
    if (!isObject(schema)) return;
    const name = nameOf(schema);
    if (name !== undefined) {
      const counts = given.get(name) ?? new Map<string, number>();
      const text = JSON.stringify(example);
      given.set(name, counts.set(text, (counts.get(text) ?? 0) + 1));
    }
    // A list has an example of its items, an event one of its data.
    const target = name === undefined ? schema : (schemas[name] ?? {});
    for (const part of [target, ...((target['allOf'] ?? []) as Json[])]) {
      const data = isObject(part['properties']) ? part['properties']['data'] : undefined;
      if (!isObject(data) || !isObject(example)) continue;
      const items = isObject(data['items']) ? data['items'] : undefined;
      if (items === undefined) count(data, example['data']);
      else if (Array.isArray(example['data'])) for (const one of example['data']) count(items, one);
    }
  };
  for (const { schema, example } of media) count(schema, example);

  for (const [name, counts] of given) {
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    const schema = schemas[name];
    if (!most || !schema) continue;
    const example = JSON.parse(most[0]) as unknown;
    const isList = isObject(schema['properties']) && 'next_cursor' in schema['properties'];
    // The example of an event is that of its data.
    if (isList || 'allOf' in schema || Bun.deepEquals(exampleOf(schema, schemas), example)) continue;
    schema['example'] = example;
  }
  for (const one of media) {
    if (isObject(one['schema']) && Bun.deepEquals(exampleOf(one['schema'], schemas), one['example'])) {
      delete one['example'];
    }
  }
}

const nameOf = ({ $ref: reference }: Json): string | undefined =>
  typeof reference === 'string' ? reference.split('/').at(-1) : undefined;

/** What answers and events hold, where it has an example. Requests keep theirs: they are tried as they stand. */
function* mediaOf({ paths, webhooks }: Document): Generator<Json> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parts = [
    ...operations.flatMap(({ responses }) => Object.values(responses as Json)),
    ...Object.values(webhooks).map(({ post }) => post['requestBody']),
  ];
  for (const part of parts) {
    const content = isObject(part) && isObject(part['content']) ? part['content'] : {};
    for (const media of Object.values(content) as Json[]) if ('example' in media) yield media;
  }
}
