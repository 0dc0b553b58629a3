import type { FieldIssue } from '../../../shared/errors';
import type { CallContext } from '../../call-context';
import type { Reply } from '../../context';
import type { ApiError } from '../../errors';
import type { StoredAnswer } from '../../idempotency/idempotency';
import { rateLimitHeaders } from '../../limits/gcra';
import { problemOf } from '../../trpc/failure';
import { anthropicError } from './anthropic-error';
import { fieldLocation } from './decode';
import { openAiError } from './openai-error';
import type { Operation } from './operation';

/** `raw` is sent but not stored; null for an omitted body. */
export interface Answer extends StoredAnswer {
  raw?: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array> | null;
}

const API_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Link, Location, ETag, Idempotent-Replayed, Preference-Applied, Deprecation, Sunset, X-Models-Partial, X-Model-Used',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Authorization, Origin, Accept',
  'X-Content-Type-Options': 'nosniff',
};

export const apiHeaders = (baseUrl: string): Headers =>
  new Headers(
    baseUrl.startsWith('https:')
      ? { ...API_HEADERS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : API_HEADERS,
  );

/** The output schema drops undeclared fields. `path` supplies the parameters of `Location`. */
export function encode(operation: Operation, value: unknown, ctx: CallContext, path?: string): StoredAnswer {
  const { output } = operation;
  const { reply } = ctx;
  const status = reply.isReused ? 200 : reply.isPending ? 202 : operation.status;
  const headers: Record<string, string> = { ...reply.headers };
  if (status === 204) return { status, headers, body: null };

  const json = reply.json ?? JSON.stringify(output ? output.parse(value) : value);
  const etag = reply.etag ?? (operation.etag ? `"${(value as { version: number }).version}"` : undefined);
  if (etag) headers['ETag'] = etag;
  const { id } = value as { id?: string };
  if (id !== undefined && createsObject(operation, status)) headers['Location'] = `${placeOf(operation, path)}/${id}`;
  return { status, headers, body: json };
}

export const createsObject = ({ meta }: Pick<Operation, 'meta'>, status: number): boolean =>
  status === 201 || (status === 202 && meta.madeIn !== undefined);

const placeOf = ({ meta, path: template, pathParameters }: Operation, path: string | undefined): string =>
  meta.madeIn === undefined && pathParameters.length > 0 && path?.startsWith('/api/')
    ? path
    : `/api/v1${meta.madeIn ?? template}`;

export function encodeProblem(
  error: ApiError,
  ctx: Pick<CallContext, 'config' | 'requestId'>,
  path: string,
  operation?: Operation,
): StoredAnswer {
  const problem = problemOf(error, { baseUrl: ctx.config.baseUrl, instance: path, requestId: ctx.requestId });
  if (problem.errors && operation) problem.errors = problem.errors.map((issue) => located(operation, issue));
  const body = operation?.meta.errorForm ? withForm(problem, error, operation.meta.errorForm) : problem;
  return {
    status: error.status,
    headers: { ...error.details.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(body),
  };
}

const ERROR_FORMS = {
  openai: (problem: object, error: ApiError) => ({ ...problem, error: openAiError(error) }),
  anthropic: (problem: object, error: ApiError) => ({ ...problem, type: 'error', error: anthropicError(error) }),
};

const withForm = (problem: object, error: ApiError, form: keyof typeof ERROR_FORMS): object =>
  ERROR_FORMS[form](problem, error);

function located(operation: Operation, issue: FieldIssue): FieldIssue {
  const takesFile = operation.meta.upload !== undefined;
  if (issue.in !== 'body' || issue.code === 'unknown_parameter' || takesFile) return issue;
  return { ...issue, in: fieldLocation(operation, issue.pointer.split('/')[1] ?? '') };
}

/** Ignores a `W/` that a compressing proxy added. */
export function notModified(header: string | null, etag: string | undefined): boolean {
  if (header === null || etag === undefined) return false;
  return header.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return bare === etag || bare === '*';
  });
}

export function nextLink(value: unknown, path: string, queryText: string): string | undefined {
  const cursor = (value as { next_cursor?: string | null } | null)?.next_cursor;
  if (!cursor) return undefined;
  const query = new URLSearchParams(queryText);
  query.set('cursor', cursor);
  return `<${path}?${query.toString()}>; rel="next"`;
}

/** `base` is built once and copied, since building headers is the largest cost. */
export function toResponse(answer: Answer, base: Headers, requestId: string, reply: Reply, isHead: boolean): Response {
  const body = answer.raw === undefined ? answer.body : answer.raw;
  const response = new Response(isHead ? null : body, { status: answer.status, headers: base });
  const { headers } = response;
  if (body === null) headers.delete('Content-Type');
  headers.set('X-Request-Id', requestId);
  if (reply.rate) setAll(headers, rateLimitHeaders(reply.rate));
  setAll(headers, answer.headers);
  // A stream has no known length; the server would send 0.
  if (isHead && answer.raw === null) headers.set('Transfer-Encoding', 'chunked');
  if (isHead && (typeof body === 'string' || body instanceof Uint8Array)) {
    headers.set('Content-Length', String(Buffer.byteLength(body)));
  }
  if (isHead && body instanceof Blob) headers.set('Content-Length', String(body.size));
  return response;
}

function setAll(headers: Headers, values: Record<string, string>): void {
  for (const name in values) headers.set(name, values[name] ?? '');
}
