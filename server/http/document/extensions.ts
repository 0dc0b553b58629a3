import { schemaExample } from '../../../shared/openapi/example';
import { isJsonObject, type JsonObject } from '../../json-object';
import { walk } from './simplify-document';

interface Document {
  components: { schemas: Record<string, JsonObject> };
}

/** A schema that names its base in `extends` refers to it, and keeps only its additions. */
export function withBases<T extends Document>(document: T): T {
  const { schemas } = document.components;
  return walk(document, (schema) => {
    const { extends: name } = schema;
    if (typeof name !== 'string') return schema;
    const base = schemas[name];
    if (!base) throw new Error(`${name}: a base is a schema of the document.`);
    return overBase(schema, name, base, schemas);
  });
}

function overBase(schema: JsonObject, name: string, base: JsonObject, schemas: Schemas): JsonObject {
  const { extends: _, type: __, properties, required, example, additionalProperties: ___, ...rest } = schema;
  const [own, inherited] = [properties as Schemas, base['properties'] as Schemas];
  const missing = Object.keys(inherited).find((key) => !(key in own));
  if (missing !== undefined) throw new Error(`${name} has \`${missing}\`, which its extension lacks.`);

  const added = Object.fromEntries(Object.entries(own).filter(([key, one]) => !Bun.deepEquals(one, inherited[key])));
  const further = (required as string[]).filter((key) => !(base['required'] as string[]).includes(key));
  for (const [key, one] of differences(example, base['example'], own)) {
    const follows = !(key in inherited) && Bun.deepEquals(schemaExample(own[key] ?? {}, schemas), one['example']);
    if (!follows) added[key] = one;
  }
  const addition = { properties: added, ...(further.length > 0 ? { required: further } : {}) };
  return { ...rest, allOf: [{ $ref: `#/components/schemas/${name}` }, addition] };
}

type Schemas = Record<string, JsonObject>;

export function differences(example: unknown, base: unknown, properties: Schemas): [string, JsonObject][] {
  if (!isJsonObject(example) || !isJsonObject(base)) return [];
  const names = Object.keys(example).filter((name) => !Bun.deepEquals(example[name], base[name]));
  return names.map((name) => [name, { ...properties[name], example: example[name] }]);
}
