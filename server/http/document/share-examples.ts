import { schemaExample } from '../../../shared/openapi/example';
import { isObject, type JsonObject } from './schema-graph';

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, { post: JsonObject }>;
  components: { schemas: Record<string, JsonObject> };
}

/** Drops examples that follow from their schemas. A schema gets the example that most uses share. */
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
    const target = name === undefined ? schema : (schemas[name] ?? {});
    for (const part of [target, ...((target['allOf'] ?? []) as JsonObject[])]) {
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
    if (isList || 'allOf' in schema || Bun.deepEquals(schemaExample(schema, schemas), example)) continue;
    schema['example'] = example;
  }
  for (const schema of Object.values(schemas)) {
    const { example, ...rest } = schema;
    if (isObject(example) && Bun.deepEquals(schemaExample(rest, schemas), example)) delete schema['example'];
  }
  for (const one of media) {
    if (isObject(one['schema']) && Bun.deepEquals(schemaExample(one['schema'], schemas), one['example'])) {
      delete one['example'];
    }
  }
}

const nameOf = ({ $ref: reference }: JsonObject): string | undefined =>
  typeof reference === 'string' ? reference.split('/').at(-1) : undefined;

/** Media of answers and events; request examples stay, since they are executed. */
function* mediaOf({ paths, webhooks }: Document): Generator<JsonObject> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parts = [
    ...operations.flatMap(({ responses }) => Object.values(responses as JsonObject)),
    ...Object.values(webhooks).map(({ post }) => post['requestBody']),
  ];
  for (const part of parts) {
    const content = isObject(part) && isObject(part['content']) ? part['content'] : {};
    for (const media of Object.values(content) as JsonObject[]) if ('example' in media) yield media;
  }
}
