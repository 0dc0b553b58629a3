import type { Document, Json, ResponseObject } from './document';

/** A small document that passes the whole gate: the tools are tried on it. */
export const ID = 'tng_01h455vb4pex5vsknk084sn02q';
const EXAMPLE = {
  id: ID,
  name: 'Spring',
  count: 3,
  url: 'https://example.com/spring',
  tags: ['a'],
  created_at: '2026-01-01T00:00:00.000Z',
};
const PROBLEM = {
  type: 'https://example.com/errors#not_found',
  title: 'Not found',
  status: 404,
  code: 'not_found',
  request_id: 'req_01h455vb4pex5vsknk084sn02q',
};

const requestId = {
  'X-Request-Id': {
    description: 'Names this request.',
    required: true,
    schema: { type: 'string', maxLength: 40 },
    example: PROBLEM.request_id,
  },
};

const problem = (description: string): ResponseObject => ({
  description,
  headers: requestId,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example: PROBLEM } },
});

const json = (description: string, schema: string, example: Json): ResponseObject => ({
  description,
  headers: requestId,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
});

const errors = (...statuses: string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/E${status}` }]));

const ALWAYS = ['400', '401', '403', '404', '413', '415', '429'];

const id = {
  name: 'thing_id',
  in: 'path',
  required: true,
  description: 'Which thing.',
  schema: { $ref: '#/components/schemas/ThingId' },
  example: ID,
};
const query = (name: string, description: string, schema: object, example: Json) => ({
  name,
  in: 'query',
  description,
  schema: schema as Record<string, unknown>,
  example,
});
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', pattern: '^[!-~]{1,40}$', maxLength: 40 },
  example: 'abc',
});

const operation = (operationId: string, summary: string, scope: string) => ({
  operationId,
  summary,
  description: `${summary}. Needs \`${scope}\`.`,
  tags: ['Things'],
  'x-required-scopes': [scope],
});

export const SAMPLE: Document = {
  openapi: '3.1.0',
  info: {
    title: 'Things',
    version: '1.0.0',
    description: 'A service to try the tools on.',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Us', url: 'https://example.org' },
  },
  servers: [{ url: 'https://things.example.org/api/v1' }],
  security: [{ bearer: [] }],
  tags: [{ name: 'Things', description: 'What there is.' }],
  paths: {
    '/things': {
      get: {
        ...operation('things_list', 'List things', 'things:read'),
        parameters: [
          query('limit', 'How many.', { type: 'integer', minimum: 1, maximum: 100, default: 25 }, 25),
          query('cursor', 'Where the last page ended.', { type: 'string', maxLength: 512 }, 'MQ'),
          query(
            'tags',
            'Only with these.',
            { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^[a-z]{1,8}$', maxLength: 8 } },
            ['a'],
          ),
        ],
        responses: {
          '200': json('A page.', 'ThingPage', { data: [EXAMPLE], has_more: false, next_cursor: null }),
          ...errors(...ALWAYS),
        },
      },
      post: {
        ...operation('things_create', 'Create a thing', 'things:write'),
        parameters: [header('Idempotency-Key', 'Makes a retry safe.')],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/NewThing' },
              example: { name: 'Spring', url: EXAMPLE.url },
            },
          },
        },
        responses: { '201': json('The thing.', 'Thing', EXAMPLE), ...errors(...ALWAYS, '422') },
      },
    },
    '/things/{thing_id}': {
      get: {
        ...operation('things_get', 'Get a thing', 'things:read'),
        parameters: [id],
        responses: { '200': json('The thing.', 'Thing', EXAMPLE), ...errors(...ALWAYS) },
      },
      delete: {
        ...operation('things_delete', 'Delete a thing', 'things:write'),
        parameters: [id],
        responses: { '204': { description: 'Gone.', headers: requestId }, ...errors(...ALWAYS) },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key.' } },
    responses: Object.fromEntries([...ALWAYS, '422'].map((status) => [`E${status}`, problem(`Refused: ${status}.`)])),
    schemas: {
      ThingId: {
        type: 'string',
        pattern: '^tng_[0-9a-hjkmnp-tv-z]{26}$',
        description: 'Id of a thing.',
        examples: [ID],
      },
      NewThing: {
        type: 'object',
        description: 'What a thing is made of.',
        required: ['name', 'url'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60, description: 'Its name.' },
          url: { type: 'string', format: 'uri', maxLength: 2048, description: 'Where it is.' },
          count: { type: 'integer', minimum: 0, maximum: 1000, description: 'How many.' },
          parent_id: {
            anyOf: [{ $ref: '#/components/schemas/ThingId' }, { type: 'null' }],
            description: 'What it belongs to.',
          },
          labels: {
            type: 'object',
            maxProperties: 5,
            propertyNames: { maxLength: 20 },
            additionalProperties: { type: 'string', maxLength: 20 },
            description: 'Free labels.',
          },
        },
      },
      Thing: {
        type: 'object',
        description: 'A thing.',
        required: ['id', 'name', 'count', 'url', 'tags', 'created_at'],
        additionalProperties: false,
        properties: {
          id: { $ref: '#/components/schemas/ThingId' },
          name: { type: 'string', description: 'Its name.' },
          count: { type: 'integer', description: 'How many.' },
          url: { type: 'string', format: 'uri', description: 'Where it is.' },
          tags: { type: 'array', items: { type: 'string' }, description: 'Its tags.' },
          created_at: { type: 'string', format: 'date-time', description: 'Since when.' },
        },
      },
      ThingPage: {
        type: 'object',
        description: 'A page of things.',
        required: ['data', 'has_more', 'next_cursor'],
        additionalProperties: false,
        properties: {
          data: { type: 'array', items: { $ref: '#/components/schemas/Thing' }, description: 'The things.' },
          has_more: { type: 'boolean', description: 'Whether more follow.' },
          next_cursor: { type: ['string', 'null'], description: 'Where the next page begins.' },
        },
      },
      Problem: {
        type: 'object',
        description: 'What went wrong (RFC 9457).',
        required: ['type', 'title', 'status', 'code', 'request_id'],
        properties: {
          type: { type: 'string', format: 'uri', description: 'Names the kind.' },
          title: { type: 'string', description: 'For people.' },
          status: { type: 'integer', description: 'HTTP status.' },
          code: { type: 'string', description: 'For programs.' },
          request_id: { type: 'string', description: 'Names the request.' },
        },
      },
    },
  },
};
