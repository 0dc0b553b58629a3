import type { FieldIssue } from '../../../shared/errors';
import type { CallContext } from '../../call-context';
import type { Reply } from '../../context';
import type { ApiError } from '../../errors';
import type { StoredAnswer } from '../../idempotency/idempotency';
import { rateHeaders } from '../../limits/gcra';
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

const apiHeadersAt = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:')
    ? { ...API_HEADERS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : API_HEADERS;

export const apiHeaders = (baseUrl: string): Headers => new Headers(apiHeadersAt(baseUrl));

/** The output schema drops undeclared fields. `path` supplies the parameters of `Location`. */
export function encode(operation: Operation, value: unknown, ctx: CallContext, path?: string): StoredAnswer {
  const { reply } = ctx;
  const status = reply.isReused ? 200 : reply.isPending ? 202 : operation.status;
  const headers: Record<string, string> = { ...reply.headers };
  if (status === 204) return { status, headers, body: null };

  const json = reply.json ?? JSON.stringify(operation.parseOutput(value));
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
  const acceptsFile = operation.meta.upload !== undefined;
  if (issue.in !== 'body' || issue.code === 'unknown_parameter' || acceptsFile) return issue;
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

export type Respond = (answer: Answer, requestId: string, reply: Reply, isHead: boolean) => Response;

/**
 * Headers are the largest cost of a short answer. Those of every answer are made once; changed values are set there and
 * then copied, since to set them on the copy takes three times as long.
 */
export function createRespond(baseUrl: string): Respond {
  const unlimited = changingHeaders(baseUrl);
  const limited = changingHeaders(baseUrl);

  return (answer, requestId, { rate }, isHead) => {
    const base = rate ? limited : unlimited;
    base.set('X-Request-Id', requestId);
    if (rate) base.setAll(rateHeaders(rate));
    return toResponse(answer, base.headers, isHead);
  };
}

function changingHeaders(baseUrl: string) {
  const headers = new Headers({ 'X-Request-Id': '', ...apiHeadersAt(baseUrl) });
  const values: Record<string, string> = {};
  const set = (name: string, value: string): void => {
    if (values[name] === value) return;
    values[name] = value;
    headers.set(name, value);
  };
  return {
    headers,
    set,
    setAll(changed: Record<string, string>): void {
      for (const name in changed) set(name, changed[name] ?? '');
    },
  };
}

function toResponse(answer: Answer, base: Headers, isHead: boolean): Response {
  const body = answer.raw === undefined ? answer.body : answer.raw;
  const response = new Response(isHead ? null : body, { status: answer.status, headers: base });
  if (body === null) response.headers.delete('Content-Type');
  for (const name in answer.headers) response.headers.set(name, answer.headers[name] ?? '');
  // A stream has no known length; the server would send 0.
  if (isHead && answer.raw === null) response.headers.set('Transfer-Encoding', 'chunked');
  if (isHead && (typeof body === 'string' || body instanceof Uint8Array)) {
    response.headers.set('Content-Length', String(Buffer.byteLength(body)));
  }
  if (isHead && body instanceof Blob) response.headers.set('Content-Length', String(body.size));
  return response;
}
