import { ERRORS, isRetryable, type ErrorCode } from '../../../shared/errors';
import { ID_PREFIXES, idPattern } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import type { JsonObject } from '../../json-object';
import { MAX_INSTANCE } from '../../trpc/failure';
import type { Operation } from '../rest/operation';

const REQUEST_ID = 'req_01jd9x3k2mf8v9q4zt7w5b6n0c';

const MAX_TITLE = Math.max(...Object.values(ERRORS).map(({ title }) => title.length));

const COMMON_PROPERTIES: Record<string, JsonObject> = {
  type: {
    type: 'string',
    format: 'uri-reference',
    description: 'URL of the error in the error reference; `error` in operations that follow the Anthropic API.',
  },
  title: { type: 'string', minLength: 1, maxLength: MAX_TITLE, description: 'Meaning of the code.' },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status.' },
  detail: { type: 'string', minLength: 1, description: 'What went wrong with this request.' },
  instance: { type: 'string', maxLength: MAX_INSTANCE, description: 'Path of the request.' },
  code: { type: 'string', enum: Object.keys(ERRORS), description: 'Stable code of the error.' },
  request_id: {
    type: 'string',
    pattern: idPattern(ID_PREFIXES.request),
    minLength: REQUEST_ID.length,
    maxLength: REQUEST_ID.length,
    description: 'Id of the request, as in `X-Request-Id`.',
  },
  retryable: { type: 'boolean', description: 'Whether the same request can succeed later without a change.' },
};
const PROBLEM_FIELDS = Object.keys(COMMON_PROPERTIES);

export const PROBLEM_SCHEMA: JsonObject = {
  type: 'object',
  description: 'Error in the format of RFC 9457.',
  required: PROBLEM_FIELDS,
  properties: {
    ...COMMON_PROPERTIES,
    errors: {
      type: 'array',
      maxItems: LIMITS.issuesPerProblem,
      description: 'All validation issues of the request.',
      items: {
        type: 'object',
        required: ['in', 'pointer', 'code', 'message'],
        properties: {
          in: {
            type: 'string',
            enum: ['body', 'query', 'path', 'header'],
            description: 'Part of the request that has the issue.',
          },
          pointer: { type: 'string', description: 'JSON Pointer to the field.' },
          code: { type: 'string', description: 'Code of the issue, for programs.' },
          message: { type: 'string', description: 'Description of the issue, for people.' },
        },
      },
    },
    required_scopes: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1, maxLength: 64 },
      description: 'Scopes that allow the operation. Only for `insufficient_scope`.',
    },
    resets_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Time when the budget is full again; null for never. Only for `budget_exceeded`.',
    },
    'violated-policies': {
      type: 'array',
      items: { type: 'string' },
      description: 'Quotas that are used up. Only for `rate_limited`.',
    },
    error: {
      type: 'object',
      description:
        'The same error in the format of the OpenAI or the Anthropic API. Only for operations that follow one of them.',
      required: ['message', 'type'],
      properties: {
        message: { type: 'string', description: 'Description of the error.' },
        type: { type: 'string', description: 'Type of the error.' },
        code: { type: ['string', 'null'], description: 'Error code of the OpenAI API; not in the Anthropic API.' },
        param: { type: ['string', 'null'], description: 'Name of the field that caused the error.' },
      },
    },
  },
};

export const HEADERS: Record<string, JsonObject> = {
  'X-Request-Id': {
    description: 'Id of the request.',
    required: true,
    schema: { type: 'string' },
    example: REQUEST_ID,
  },
  RateLimit: {
    description: 'Remaining requests of each quota.',
    schema: { type: 'string' },
    example: '"key";r=599;t=1, "workspace";r=5999;t=1',
  },
  'RateLimit-Policy': {
    description: 'Quotas that apply to this key.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60, "workspace";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before you repeat the request.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  ETag: { description: 'Version tag of the object.', schema: { type: 'string' }, example: '"1"' },
  Location: {
    description: 'Path of the created object.',
    schema: { type: 'string' },
    example: '/api/v1/keys/key_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  Link: {
    description: 'Link to the next page.',
    schema: { type: 'string' },
    example: '</api/v1/keys?cursor=WzEsImtleV8wMWpkOXgza>; rel="next"',
  },
  'Content-Range': {
    description: 'Byte range of this response and size of the file.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/48213',
  },
  'Preference-Applied': {
    description: 'Preference that was applied.',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'Authentication method.',
    schema: { type: 'string' },
    example: 'Bearer realm="api"',
  },
};

export const responseHeaders = (names: readonly string[]): { headers?: JsonObject } =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

export function errorsOf(operation: Operation): ErrorCode[] {
  const { access, method, etag, takesBody, pathParameters, idempotency, inputSchema, meta } = operation;
  const hasQuery =
    !takesBody &&
    Object.keys((inputSchema['properties'] as JsonObject | undefined) ?? {}).length > pathParameters.length;
  const codes: ErrorCode[] = [
    'validation_failed',
    'unknown_parameter',
    'missing_api_key',
    'invalid_api_key',
    'api_key_expired',
    'api_key_revoked',
    'ip_not_allowed',
    'origin_not_allowed',
    'secret_key_in_browser',
    'workspace_suspended',
    'not_acceptable',
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
  if (hasQuery && 'cursor' in (inputSchema['properties'] as JsonObject)) codes.push('invalid_cursor');
  if (access.type === 'scope') codes.push('insufficient_scope');
  if (pathParameters.length > 0) codes.push('not_found');
  if (method !== 'GET') codes.push('malformed_json', 'payload_too_large', 'unsupported_media_type');
  if (idempotency !== 'none') codes.push('invalid_idempotency_key', 'idempotency_in_progress');
  if (idempotency === 'once') codes.push('conflict');
  else if (idempotency !== 'none') codes.push('idempotency_key_reused');
  if (idempotency === 'apart') codes.push('idempotency_outcome_unknown');
  if (etag && method !== 'GET') codes.push('precondition_failed');
  return [...new Set([...codes, ...(meta.errors ?? [])])];
}

/** Any operation can have them. */
const COMMON_STATUSES = new Set([406, 413, 415, 500, 502, 503, 504]);

export function errorResponses(codes: readonly ErrorCode[]): JsonObject {
  const statuses = new Set(codes.map((code) => ERRORS[code].status));
  const own = [...statuses].filter((status) => !COMMON_STATUSES.has(status));
  return {
    ...Object.fromEntries(own.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    default: OTHER_ERROR,
  };
}

const ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !('consoleOnly' in ERRORS[code]));
const isCommon = (code: ErrorCode): boolean => COMMON_STATUSES.has(ERRORS[code].status);
const textOf = (code: ErrorCode): string => `\`${code}\`: ${ERRORS[code].title} ${ERRORS[code].action}`;

/** They have no further fields. */
export const COMMON_PROBLEM_SCHEMA: JsonObject = {
  type: 'object',
  description: [
    'Error that any operation can have, in the format of RFC 9457. With status 503, `Retry-After` is the number of seconds to wait.',
    ...ERROR_CODES.filter(isCommon).map((code) => `${ERRORS[code].status} ${textOf(code)}`),
  ].join('\n\n'),
  required: PROBLEM_FIELDS,
  properties: COMMON_PROPERTIES,
  example: exampleOf('internal_error'),
};

/** Written out in each operation, since some tools visit a shared response only once. */
const OTHER_ERROR: JsonObject = {
  description: 'Other error.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/CommonProblem' } } },
};

export const SHARED_RESPONSES: Record<string, JsonObject> = {
  304: { description: 'The object has not changed.', ...responseHeaders(['X-Request-Id', 'ETag']) },
  ...Object.fromEntries(
    [...Map.groupBy(ERROR_CODES, (code) => ERRORS[code].status)].map(([status, codes]) => [
      status,
      errorResponse(status, codes),
    ]),
  ),
};

function errorResponse(status: number, codes: readonly ErrorCode[]): JsonObject {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: ERRORS[code].title, value: exampleOf(code) }]),
  );
  const headers = [
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === 409 || status === 429 ? ['Retry-After'] : []),
  ];
  return {
    description: codes.map(textOf).join('\n\n'),
    ...responseHeaders(headers),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
}

function exampleOf(code: ErrorCode): JsonObject {
  const { status, title } = ERRORS[code];
  return {
    type: `https://switchboard.example.com/user/api/docs/errors#${code}`,
    title,
    status,
    detail: title,
    instance: '/api/v1/keys',
    code,
    request_id: REQUEST_ID,
    retryable: isRetryable(code),
    ...(code === 'validation_failed'
      ? { errors: [{ in: 'body', pointer: '/name', code: 'required', message: 'Is required.' }] }
      : {}),
    ...(code === 'insufficient_scope' ? { required_scopes: ['keys:write'] } : {}),
  };
}
