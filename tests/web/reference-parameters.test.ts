import { afterAll, expect, test } from 'bun:test';

import type { OpenApiDocument } from '../../shared/openapi/samples';
import { referenceDocument } from '../../web/features/reference/document';

const ID = { type: 'string', minLength: 30, maxLength: 30 };
const document = {
  paths: {
    '/messages': {
      get: {
        operationId: 'messages_list',
        parameters: [
          { $ref: '#/components/parameters/InstanceId' },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 25, example: 25 }, example: 25 },
        ],
        responses: {},
      },
    },
  },
  components: {
    parameters: {
      InstanceId: {
        name: 'instance_id',
        in: 'query',
        description: 'Only messages of this instance.',
        schema: { $ref: '#/components/schemas/InstanceId' },
        example: 'wai_1',
      },
    },
    schemas: { InstanceId: { ...ID, description: 'Id.', example: 'wai_2' } },
  },
} as unknown as OpenApiDocument;

afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

test('the reference shows a parameter once: its own words and example, with the bounds of the shared schema', () => {
  Object.assign(globalThis, { location: { origin: 'https://switchboard.example.com' } });
  const before = structuredClone(document);
  const [instance, limit] = referenceDocument(document, '').paths?.['/messages']?.['get']?.parameters ?? [];
  expect(instance).toEqual({
    name: 'instance_id',
    in: 'query',
    description: 'Only messages of this instance.',
    schema: ID,
    examples: { example: { value: 'wai_1', 'x-disabled': true } },
  } as never);
  expect(limit).toMatchObject({ schema: { type: 'integer', default: 25 } });
  expect(limit && 'schema' in limit && limit.schema).not.toHaveProperty('example');
  expect(document).toEqual(before);
});
