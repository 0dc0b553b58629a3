import { schemaExample } from '../../../shared/openapi/example';
import { isJsonObject, type JsonObject } from '../../json-object';

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Record<string, JsonObject> };
}

/** Drops examples that follow from those of the parts. Request examples stay, since they are executed. */
export function shareExamples({ paths, components: { schemas } }: Document): void {
  const drop = (holder: JsonObject, schema: JsonObject): void => {
    if (isJsonObject(holder['example']) && Bun.deepEquals(schemaExample(schema, schemas), holder['example']))
      delete holder['example'];
  };
  for (const schema of Object.values(schemas)) {
    const { example: _, ...rest } = schema;
    drop(schema, rest);
  }
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { content = {} } of Object.values(responses as Record<string, { content?: Record<string, JsonObject> }>))
      for (const media of Object.values(content)) if (isJsonObject(media['schema'])) drop(media, media['schema']);
  }
}
