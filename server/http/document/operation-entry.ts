import { z } from 'zod';

import { LIMITS, MAX_WAITING } from '../../../shared/limits';
import { schemaExample } from '../../../shared/openapi/example';
import { driversOf } from '../../../shared/whatsapp/capabilities';
import type { JsonObject } from '../../json-object';
import { sha256Hex } from '../../secrets/tokens';
import { createsObject } from '../rest/answer';
import { type Operation, propertiesOf } from '../rest/operation';
import { errorResponses, errorsOf, responseHeaders } from './responses';

interface Parameter extends JsonObject {
  name: string;
  in: string;
  schema?: JsonObject;
}
interface Components {
  schemas: Record<string, JsonObject>;
}

export function completeOperation(operation: Operation, entry: JsonObject, components: Components): void {
  const { access, meta } = operation;
  const scopes = access.type === 'scope' ? [access.scope] : [];
  entry['operationId'] = operation.id;
  if (scopes.length > 0) entry['x-required-scopes'] = scopes;
  if (meta.capability) entry['x-drivers'] = driversOf(meta.capability);
  entry['description'] = [
    meta.openapi?.description ?? meta.openapi?.summary,
    access.type === 'public'
      ? 'No API key is needed.'
      : scopes.length > 0
        ? `Required scope: \`${scopes.join('`, `')}\`.`
        : 'Any valid API key.',
  ].join('\n\n');
  if (access.type === 'public') entry['security'] = [];
  else delete entry['security'];

  entry['parameters'] = parametersOf(operation, (entry['parameters'] ?? []) as Parameter[], components);
  const body = bodyOf(operation, entry['requestBody'] as JsonObject | undefined, components);
  if (body) entry['requestBody'] = body;
  else delete entry['requestBody'];
  entry['responses'] = {
    ...successOf(operation, entry['responses'] as JsonObject, components),
    ...errorResponses(errorsOf(operation)),
  };
  if (meta.examples?.query) entry['x-sample-query'] = meta.examples.query;
}

function parametersOf(operation: Operation, generated: Parameter[], components: Components): Parameter[] {
  const properties: Record<string, JsonObject> = propertiesOf(operation.inputSchema);
  const hasQuery = operation.meta.upload && !operation.meta.bodySchema;
  const known = hasQuery ? [...generated, ...queryBesideFile(operation, properties)] : generated;
  const parameters: Parameter[] = known.map((parameter) => {
    // The generator drops the wrapper of optional parameters with its description.
    const own = properties[parameter.name];
    const { description, example, examples, ...schema } = own ?? parameter.schema ?? {};
    const shown =
      example ?? (Array.isArray(examples) ? examples[0] : undefined) ?? schemaExample(schema, components.schemas);
    const { required, ...rest } = parameter;
    // A cursor of another list is refused, so examples have none.
    const isCursor = parameter.name === 'cursor';
    return {
      ...rest,
      ...(required === true ? { required } : {}),
      description: description ?? parameter['description'],
      schema,
      ...(parameter.in === 'query' && schema['type'] === 'array' ? { explode: false, style: 'form' } : {}),
      ...(isCursor ? {} : { example: shown }),
    };
  });
  const add = (name: string, description: string, schema: JsonObject, example: unknown) =>
    parameters.push({ name, in: 'header', description, schema, example });

  if (operation.idempotency !== 'none') {
    add(
      'Idempotency-Key',
      operation.idempotency === 'once'
        ? 'Makes the call at most once: a second request with the key is refused with 409 `conflict`, and `conflicting_id` is the id of the first request. Ignored for streams.'
        : 'Makes the request safe to repeat.',
      { $ref: '#/components/schemas/IdempotencyKey' },
      exampleKey(operation.id),
    );
  }
  for (const name of operation.meta.passedHeaders ?? []) {
    const passed = { type: 'string', maxLength: 2000, pattern: '^[ -~]*$' };
    add(name, 'Passed to a provider that speaks this format itself.', passed, 'context-management-2025-06-27');
  }
  if (operation.meta.waits) {
    const wait = { type: 'string', pattern: '^wait=[0-9]{1,2}$', maxLength: 7 };
    add(
      'Prefer',
      `Seconds to wait for the result of sending, at most 30. At most ${MAX_WAITING} requests of a workspace can wait at once; further requests return 202 without \`Preference-Applied\`.`,
      wait,
      'wait=10',
    );
  }
  if (isEventStream(operation)) {
    const id = { type: 'string', pattern: '^[0-9]{1,15}$', maxLength: 15 };
    add(
      'Last-Event-ID',
      'Sequence number of the last event that you received. The stream continues after it.',
      id,
      '1842',
    );
  }
  const tag = { type: 'string', maxLength: 200 };
  if (operation.method === 'GET' && (operation.etag || operation.meta.errorForm)) {
    add('If-None-Match', 'ETag that you have. If the object still has it, the response is 304.', tag, '"1"');
  }
  if (operation.meta.ranges) {
    const range = { type: 'string', maxLength: 40, pattern: '^bytes=[0-9]{0,15}-[0-9]{0,15}$' };
    add('Range', 'Byte range of the file to return, with status 206.', range, 'bytes=0-1023');
    add('If-Range', 'ETag of the file. The range is returned only if the file still has this ETag.', tag, '"1"');
  }
  if (errorsOf(operation).includes('precondition_failed')) {
    add(
      'If-Match',
      'ETag that you have. The object is changed only if it still has this ETag; otherwise the response is 412.',
      tag,
      '"1"',
    );
  }
  return parameters;
}

export const IDEMPOTENCY_KEY: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.idempotencyKeyLength,
  pattern: '^[ -~]+$',
  description: 'Unique value that makes a request safe to repeat for 24 hours.',
};

/** Different per operation, since a used key is refused for another operation. */
const exampleKey = (id: string): string =>
  sha256Hex(id).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const isEventStream = ({ method, meta }: Operation): boolean =>
  method === 'GET' && 'text/event-stream' in (meta.raw ?? {});

/** The body is a file, so inputs of this POST are query parameters. */
function queryBesideFile(
  { inputSchema, pathParameters }: Operation,
  properties: Record<string, JsonObject>,
): Parameter[] {
  const required = (inputSchema['required'] ?? []) as string[];
  return Object.keys(properties)
    .filter((name) => !pathParameters.includes(name))
    .map((name) => ({ name, in: 'query', required: required.includes(name) }));
}

function bodyOf(
  operation: Operation,
  generated: JsonObject | undefined,
  components: Components,
): JsonObject | undefined {
  const { bodySchema, examples, upload } = operation.meta;
  if (upload) {
    const { [JSON_TYPE]: isJson, ...files } = upload.types;
    const fields = upload.fields && toSchema(upload.fields, components);
    const content = contentOf(files, upload.maxBytes, fields);
    if (isJson === undefined || !bodySchema) return { required: true, content };
    const schema = toSchema(bodySchema, components);
    const json = { [JSON_TYPE]: { schema, example: schemaExample(schema, components.schemas) } };
    const [first] = Object.keys(upload.types);
    return { required: true, content: first === JSON_TYPE ? { ...json, ...content } : { ...content, ...json } };
  }
  if (!operation.takesBody) return undefined;
  if (!bodySchema && !generated) return undefined;
  const content = (generated?.['content'] as Record<string, JsonObject> | undefined)?.['application/json'];
  const schema = bodySchema ? toSchema(bodySchema, components) : ((content?.['schema'] ?? {}) as JsonObject);
  const isRequired = bodySchema !== undefined || ((schema['required'] as string[] | undefined) ?? []).length > 0;
  return {
    required: isRequired,
    content: {
      'application/json': { schema, example: examples?.request ?? schemaExample(schema, components.schemas) },
    },
  };
}

/** Named schemas become components, with an `Input` variant where answers always contain optional fields. */
function toSchema(schema: z.ZodType, components: Components, io: 'input' | 'output' = 'input'): JsonObject {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = JSON.stringify(made).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name: string) => {
    const other = components.schemas[name];
    const isSame = other === undefined || Bun.deepEquals(other['required'], made.$defs?.[name]?.required);
    return `"#/components/schemas/${isSame ? name : `${name}Input`}"`;
  });
  const {
    $schema: _,
    $defs: named = {},
    ...rest
  } = JSON.parse(text, withoutIdleDiscriminator) as JsonObject & {
    $defs?: Record<string, JsonObject>;
  };
  for (const [name, { id: _id, ...part }] of Object.entries(named)) {
    const own = text.includes(`"#/components/schemas/${name}Input"`) ? `${name}Input` : name;
    components.schemas[own] ??= part;
  }
  // Some tools require the type of a union of objects.
  return 'oneOf' in rest || 'anyOf' in rest ? { type: 'object', ...rest } : rest;
}

function withoutIdleDiscriminator(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('discriminator' in value) || !('oneOf' in value)) return value;
  const { discriminator: _, ...rest } = value;
  return (value.oneOf as JsonObject[]).every((option) => '$ref' in option) ? value : rest;
}

function successOf(operation: Operation, generated: JsonObject, components: Components): JsonObject {
  const { status, meta, method } = operation;
  const response = generated['200'] as { content?: Record<string, JsonObject> };
  const content = response.content?.['application/json'];
  const schema = (content?.['schema'] ?? {}) as JsonObject;
  // The introduction names the headers of every response.
  const headers: string[] = [];
  if (operation.etag || (method === 'GET' && meta.errorForm)) headers.push('ETag');
  if (createsObject(operation, status) && createsOne(operation)) headers.push('Location');
  if ('cursor' in ((operation.inputSchema['properties'] as JsonObject | undefined) ?? {})) headers.push('Link');
  if (operation.idempotency !== 'none' && operation.idempotency !== 'once') headers.push('Idempotent-Replayed');

  const success: JsonObject = { description: meta.openapi?.successDescription ?? 'OK', ...responseHeaders(headers) };
  if (meta.raw) success['content'] = { ...answerOf(meta.answerSchema, components), ...contentOf(meta.raw) };
  else if (status !== 204) {
    const example = meta.examples?.responseApart
      ? { examples: { whole: { summary: 'Response', externalValue: `#/x-examples/${operation.id}` } } }
      : { example: meta.examples?.response ?? schemaExample(schema, components.schemas) };
    success['content'] = { 'application/json': { schema, ...example }, ...contentOf(meta.pictures ?? {}) };
  }
  const canBeUnchanged = method === 'GET' && (operation.etag || meta.errorForm);
  return {
    [String(status)]: success,
    ...(meta.ranges
      ? {
          '206': {
            ...success,
            description: 'The requested byte range.',
            ...responseHeaders([...headers, 'Content-Range']),
          },
        }
      : {}),
    ...(meta.waits
      ? {
          '200': {
            ...success,
            description: 'The request waited for the result.',
            ...responseHeaders([...headers, 'Preference-Applied']),
          },
        }
      : {}),
    ...(meta.mayPend
      ? {
          '202': {
            ...success,
            description: 'The request was accepted and is processed later.',
            ...responseHeaders(headers.filter((name) => name !== 'Location')),
          },
        }
      : {}),
    ...(meta.mayReuse ? { '200': { ...success, description: 'The object already existed.' } } : {}),
    ...(canBeUnchanged ? { '304': { $ref: '#/components/responses/304' } } : {}),
  };
}

function answerOf(answer: z.ZodType | undefined, components: Components): JsonObject {
  if (!answer) return {};
  const schema = toSchema(answer, components, 'output');
  return { [JSON_TYPE]: { schema, example: schemaExample(schema, components.schemas) } };
}

const createsOne = ({ output }: Operation): boolean => !(output instanceof z.ZodObject) || 'id' in output.shape;

const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/** `content` by media type; in a form the part is `file`, beside `fields`. */
function contentOf(types: Readonly<Record<string, string>>, maxLength?: number, fields: JsonObject = {}): JsonObject {
  const text = { type: 'string', ...(maxLength === undefined ? {} : { maxLength }) };
  const file = { ...text, description: 'The file.' };
  const {
    properties = {},
    required = [],
    example,
  } = fields as { properties?: JsonObject; required?: string[]; example?: JsonObject };
  const form = {
    type: 'object',
    required: ['file', ...required],
    additionalProperties: fields['additionalProperties'] ?? false,
    properties: { file: fields['properties'] ? { ...file, minLength: 1 } : file, ...properties },
  };
  return Object.fromEntries(
    Object.entries(types).map(([type, content]) => [
      type,
      type === FORM ? { schema: form, example: { ...example, file: content } } : { schema: text, example: content },
    ]),
  );
}
