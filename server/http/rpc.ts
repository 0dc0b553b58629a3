import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Elysia } from 'elysia';

import { newId } from '../../shared/ids';
import { authenticateKey, authenticateSession, isOwnOrigin } from '../access';
import type { Actor, RequestOrigin } from '../actor';
import type { CallContext, Services } from '../call-context';
import type { Reply } from '../context';
import { ApiError } from '../errors';
import { rateLimitHeaders } from '../limits/gcra';
import { appRouter } from '../router';
import { problemOf, toApiError } from '../trpc/failure';
import { checkHost, requestOrigin } from './origin';
import { isOwnHost } from './own-host';
import { checkDeclaredSize, parseJson, readBody, type BodyReading } from './rest/body';
import { split } from './rest/handle';
import { refusalsOf } from './rest/routes';

const PREFIX = '/trpc';
const MAX_BATCH = 20;
/** Calls that set a cookie or check a password are never batched, so that each is counted. */
const UNBATCHED = /(?:^|,)(?:auth|account)\./;
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const JSON_TYPE = /^application\/json\b/i;

export function rpcRoutes(services: Services) {
  const refuse = refusalsOf(services);

  return new Elysia({ name: 'rpc' })
    .options(`${PREFIX}/*`, () => refuse.preflight('GET, POST, OPTIONS'), { parse: 'none' })
    .all(
      `${PREFIX}/*`,
      async ({ request, server }) => {
        const requestId = newId('req');
        const reply: Reply = {};
        const origin = requestOrigin(services, request, server);
        const byKey = request.headers.has('authorization');
        try {
          checkHost(request);
          checkCalls(request);
          checkDeclaredSize(request);
          if (!byKey) checkSession(request, services.config.baseUrl);
          const actor = await authenticate(services, origin, request);
          const holdOpen = (seconds: number): void => server?.timeout(request, seconds);
          return await answer(services, await withCheckedInput(request, { config: services.config, holdOpen }), {
            requestId,
            reply,
            origin,
            byKey,
            actor,
            holdOpen,
          });
        } catch (error) {
          return refused(services, request, requestId, error, byKey);
        }
      },
      { parse: 'none' },
    );
}

/** tRPC would accept any size and answer 500 to invalid JSON. An empty body means no fields. */
async function withCheckedInput(request: Request, reading: BodyReading): Promise<Request> {
  if (request.method !== 'POST') {
    const input = new URLSearchParams(split(request.url).query).get('input');
    if (input !== null) parseJson(input);
    return request;
  }
  const { url, method, headers, signal } = request;
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) throw new ApiError('unsupported_media_type');
  const body = (await readBody(request, reading)) ?? '{}';
  parseJson(body);
  return new Request(url, { method, headers, signal, body });
}

interface Caller {
  requestId: string;
  reply: Reply;
  origin: RequestOrigin;
  byKey: boolean;
  actor: Actor;
  holdOpen: (seconds: number) => void;
}

async function answer(services: Services, request: Request, caller: Caller): Promise<Response> {
  const { requestId, reply, byKey } = caller;
  const context: CallContext = {
    ...services,
    ...caller,
    ifMatch: request.headers.get('if-match'),
    // One header cannot apply to several calls.
    idempotencyKey: namesOf(request).includes(',') ? null : request.headers.get('idempotency-key'),
    workspaceAsked: request.headers.get('x-workspace-id') ?? undefined,
    signal: () => request.signal,
  };
  const response = await fetchRequestHandler({
    req: request,
    endpoint: PREFIX,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    createContext: () => context,
    responseMeta: ({ errors }) => ({ headers: new Headers(headersOf(errors)) }),
  });
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries({
    ...(reply.rate ? rateLimitHeaders(reply.rate) : {}),
    ...reply.headers,
    ...commonHeaders(requestId, byKey),
  })) {
    headers.set(name, value);
  }
  for (const cookie of reply.cookies ?? []) headers.append('Set-Cookie', cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** A batch has no error headers. */
function headersOf(errors: readonly { cause?: unknown }[]): Record<string, string> {
  const [error, second] = errors;
  return second === undefined && error?.cause instanceof ApiError ? (error.cause.details.headers ?? {}) : {};
}

async function authenticate(services: Services, origin: RequestOrigin, request: Request): Promise<Actor> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return authenticateKey(services, origin, authorization);
  return authenticatePerson(services, origin, request);
}

export async function authenticatePerson(services: Services, origin: RequestOrigin, request: Request): Promise<Actor> {
  const person = await authenticateSession(services, origin);
  if (!person) return { type: 'anonymous' };
  const asked = request.headers.get('x-workspace-id');
  return { ...person, member: asked === null ? undefined : person.memberships.get(asked) };
}

function checkCalls(request: Request): void {
  const { method, headers } = request;
  if (!METHODS.includes(method)) throw new ApiError('method_not_allowed', { headers: { Allow: METHODS.join(', ') } });
  const names = namesOf(request);
  if (names.split(',').length > MAX_BATCH) {
    throw new ApiError('validation_failed', `A request can have at most ${MAX_BATCH} calls.`);
  }
  // `batch` itself is not checked, since its name can be written `b%61tch`.
  if (method === 'GET' || !UNBATCHED.test(names)) return;
  // A stream of lines sends its headers before the procedure ends, and would lose the cookie.
  if (names.includes(',') || headers.get('trpc-accept') === 'application/jsonl') {
    throw new ApiError('validation_failed', 'Calls of `auth` and `account` must be sent one by one.');
  }
}

function namesOf(request: Request): string {
  try {
    return decodeURIComponent(split(request.url).path.slice(PREFIX.length + 1));
  } catch {
    throw new ApiError('route_not_found');
  }
}

export function checkSession(request: Request, baseUrl: string, isFile = false): void {
  const { headers } = request;
  const host = headers.get('host');
  if (!isOwnHost(baseUrl, host)) {
    throw new ApiError('origin_not_allowed', `Use the console at ${baseUrl}.`);
  }

  const site = headers.get('sec-fetch-site');
  if (request.method === 'GET') {
    if (site !== null && site !== 'same-origin') throw new ApiError('csrf_failed');
    return;
  }
  const looksLikeOurs = isFile ? headers.has('x-workspace-id') : JSON_TYPE.test(headers.get('content-type') ?? '');
  if (!looksLikeOurs) throw new ApiError('csrf_failed');
  const origin = headers.get('origin');
  const sameOrigin = origin === null ? site === 'same-origin' : isOwnOrigin(baseUrl, origin, host);
  if (!sameOrigin || (site !== null && site !== 'same-origin')) throw new ApiError('csrf_failed');
}

function commonHeaders(requestId: string, byKey: boolean): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Authorization, Origin, Cookie',
    ...(byKey
      ? {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers':
            'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        }
      : { 'Cross-Origin-Resource-Policy': 'same-origin' }),
  };
}

function refused(services: Services, request: Request, requestId: string, error: unknown, byKey: boolean): Response {
  const failure = toApiError(error, { log: services.log, requestId });
  const { path, query } = split(request.url);
  const problem = problemOf(failure, { baseUrl: services.config.baseUrl, instance: path, requestId });
  const body = {
    error: {
      message: failure.message,
      code: -32_600,
      data: { code: failure.code, httpStatus: failure.status, problem },
    },
  };
  const names = path.split(',').length;
  // Beyond a legal batch one envelope suffices, so that the sender does not control the size of the answer.
  const calls = /(?:^|&)batch=1/.test(query) && names <= MAX_BATCH ? Array.from({ length: names }, () => body) : body;
  return Response.json(calls, {
    status: failure.status,
    headers: { ...commonHeaders(requestId, byKey), ...failure.details.headers },
  });
}
