import { ERRORS, isRetryable, type ErrorCode } from '../../../shared/errors';
import { ID_PREFIXES, idPattern } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import { MAX_INSTANCE } from '../../trpc/failure';
import type { Operation } from '../rest/operation';

type Json = Record<string, unknown>;

const REQUEST_ID = 'req_01jd9x3k2mf8v9q4zt7w5b6n0c';

const LONGEST_TITLE = Math.max(...Object.values(ERRORS).map(({ title }) => title.length));

const COMMON_PROPERTIES: Record<string, Json> = {
  type: { type: 'string', format: 'uri', description: 'Address of the error’s entry in the catalogue.' },
  title: { type: 'string', minLength: 1, maxLength: LONGEST_TITLE, description: 'What the code means.' },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
  detail: { type: 'string', minLength: 1, description: 'What went wrong in this case.' },
  instance: { type: 'string', maxLength: MAX_INSTANCE, description: 'Path of the request.' },
  code: { type: 'string', enum: Object.keys(ERRORS), description: 'The stable name of the error.' },
  request_id: {
    type: 'string',
    pattern: idPattern(ID_PREFIXES.request),
    minLength: REQUEST_ID.length,
    maxLength: REQUEST_ID.length,
    description: 'Id of the request, as in `X-Request-Id`.',
  },
  retryable: { type: 'boolean', description: 'The same request can succeed later.' },
};
const PROBLEM_FIELDS = Object.keys(COMMON_PROPERTIES);

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  description: 'An error, in the form of RFC 9457.',
  required: PROBLEM_FIELDS,
  properties: {
    ...COMMON_PROPERTIES,
    errors: {
      type: 'array',
      maxItems: LIMITS.issuesPerProblem,
      description: 'Every issue of the input.',
      items: {
        type: 'object',
        required: ['in', 'pointer', 'code', 'message'],
        properties: {
          in: { type: 'string', enum: ['body', 'query', 'path', 'header'], description: 'Where it stands.' },
          pointer: { type: 'string', description: 'JSON Pointer to the field.' },
          code: { type: 'string', description: 'What is wrong, for programs.' },
          message: { type: 'string', description: 'What is wrong, for people.' },
        },
      },
    },
    required_scopes: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1, maxLength: 64 },
      description: 'With `insufficient_scope`: the scopes that open the operation.',
    },
    'violated-policies': {
      type: 'array',
      items: { type: 'string' },
      description: 'With `rate_limited`: the quotas that are used up.',
    },
    error: {
      type: 'object',
      description: 'The same error as OpenAI’s clients read it; on their routes only.',
      required: ['message', 'type', 'code', 'param'],
      properties: {
        message: { type: 'string', description: 'What went wrong.' },
        type: { type: 'string', description: 'The kind of error.' },
        code: { type: ['string', 'null'], description: 'The code that OpenAI’s clients know.' },
        param: { type: ['string', 'null'], description: 'The field at fault.' },
      },
    },
  },
};

/** A problem of which the service knows no more than that it was its own fault. */
export const INTERNAL_ERROR_SCHEMA: Json = {
  type: 'object',
  description: 'An unexpected error of the service, in the form of RFC 9457.',
  required: PROBLEM_FIELDS,
  properties: Object.fromEntries(PROBLEM_FIELDS.map((name) => [name, COMMON_PROPERTIES[name]])),
  example: exampleOf('internal_error'),
};

const NAMES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'BudgetExceeded',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'UpstreamError',
  503: 'Unavailable',
  504: 'UpstreamTimeout',
};

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Id of the request.',
    required: true,
    schema: { type: 'string' },
    example: REQUEST_ID,
  },
  RateLimit: {
    description: 'What is left of each quota.',
    schema: { type: 'string' },
    example: '"key";r=599;t=1, "workspace";r=5999;t=1',
  },
  'RateLimit-Policy': {
    description: 'The quotas that hold for this key.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60, "workspace";q=6000;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before a repeat.', schema: { type: 'integer' }, example: 1 },
  ETag: { description: 'Tag of this version of the object.', schema: { type: 'string' }, example: '"1"' },
  Location: {
    description: 'Path of the object that was made.',
    schema: { type: 'string' },
    example: '/api/v1/keys/key_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  Link: {
    description: 'The next page of the list.',
    schema: { type: 'string' },
    example: '</api/v1/keys?cursor=WzEsImtleV8wMWpkOXgza>; rel="next"',
  },
  'Content-Range': {
    description: 'Which bytes these are, and how many there are.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/48213',
  },
  'Preference-Applied': {
    description: 'The preference that was followed.',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  'Idempotent-Replayed': {
    description: '`true` when the answer is the stored one of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer realm="api"',
  },
};

export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The codes that an operation can answer with, by what it is. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { access, method, takesBody, pathParameters, idempotency, inputSchema, meta } = operation;
  const hasQuery =
    !takesBody && Object.keys((inputSchema['properties'] as Json | undefined) ?? {}).length > pathParameters.length;
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
  if (hasQuery && 'cursor' in (inputSchema['properties'] as Json)) codes.push('invalid_cursor');
  if (access.type === 'scope') codes.push('insufficient_scope');
  if (pathParameters.length > 0) codes.push('not_found');
  if (method !== 'GET') codes.push('malformed_json', 'payload_too_large', 'unsupported_media_type');
  if (idempotency !== 'none')
    codes.push('invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reused');
  if (idempotency === 'apart') codes.push('idempotency_outcome_unknown');
  if (meta.etag && method !== 'GET') codes.push('precondition_failed');
  return [...new Set([...codes, ...(meta.errors ?? [])])];
}

/** `responses` of an operation’s errors, and the shared components that they refer to. */
export function errorResponses(codes: readonly ErrorCode[], components: Record<string, Json>): Json {
  const statuses = new Set(codes.map((code) => ERRORS[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      if (status === 500) return ['500', SERVER_ERROR];
      const name = NAMES[status] ?? `Status${status}`;
      components[name] ??= errorComponent(status);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** Stands with each operation itself, for tools that look at a shared answer once for all of them. */
const SERVER_ERROR: Json = {
  description: `\`internal_error\`: ${ERRORS.internal_error.title}`,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/InternalError' } } },
};

/** One response a status, with an example of each code that goes with it. */
function errorComponent(status: number): Json {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter(
    (code) => ERRORS[code].status === status && !('consoleOnly' in ERRORS[code]),
  );
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: ERRORS[code].title, value: exampleOf(code) }]),
  );
  const headers = [
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...([409, 429, 503].includes(status) ? ['Retry-After'] : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title} ${ERRORS[code].action}`).join('\n\n'),
    headers: headerRefs(headers),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
}

function exampleOf(code: ErrorCode): Json {
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
