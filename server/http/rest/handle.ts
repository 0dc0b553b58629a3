import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { newId } from '../../../shared/ids';
import { admit } from '../../auth/admit';
import { authenticateKey, missingKey } from '../../auth/key';
import type { RequestContext, Services, WorkspaceContext } from '../../context';
import { ApiError } from '../../errors';
import {
  actorIdOf,
  fingerprint,
  idempotencyKey,
  once,
  withoutSecret,
  type StoredAnswer,
} from '../../idempotency';
import { mask } from '../../secrets/mask';
import { toApiError } from '../../trpc/failure';
import { originOf, type Peer } from '../origin';
import { apiHeaders, encode, encodeProblem, nextLink, notModified, toResponse } from './answer';
import { judgeContentType, judgeDeclaredSize, parseJson, readBody } from './body';
import { decodeInput } from './decode';
import type { Operation } from './operation';

const CREDENTIAL_NAMES = /(?:^|&)(?:api_key|key|token|access_token)=/;

/** One request on its way through the bridge. */
interface Call {
  request: Request;
  parameters: Record<string, string>;
  path: string;
  query: string;
  isHead: boolean;
  bodyText: string | undefined;
}

export type Handler = (request: Request, parameters: Record<string, string>, peer: Peer | null) => Promise<Response>;

/** The route of one operation: authentication, guard, input, procedure, answer, in the order of identity.md §11. */
export function createHandler(services: Services, operation: Operation): Handler {
  const baseHeaders = apiHeaders(services.config.baseUrl);

  return async (request, parameters, peer) => {
    const began = performance.now();
    const { path, query } = split(request.url);
    const call: Call = { request, parameters, path, query, isHead: request.method === 'HEAD', bodyText: undefined };
    const origin = originOf(services, request, peer);
    const ctx: RequestContext = {
      ...services,
      actor: { type: 'anonymous' },
      requestId: newId('req'),
      origin,
      idempotencyKey: null,
      ifMatch: request.headers.get('if-match'),
      reply: {},
      byKey: true,
      workspaceAsked: undefined,
      signal: request.signal,
      holdOpen: (seconds) => peer?.timeout?.(request, seconds),
    };

    let answer: StoredAnswer;
    let code: ErrorCode | null = null;
    try {
      judgeDeclaredSize(request);
      const authorization = request.headers.get('authorization');
      if (authorization !== null) {
        const actor = authenticateKey(services, origin, authorization);
        ctx.actor = actor instanceof Promise ? await actor : actor;
      } else if (operation.access.type !== 'public') {
        throw missingKey(
          CREDENTIAL_NAMES.test(query)
            ? 'A key in a URL is compromised: revoke it, and send keys as Bearer.'
            : undefined,
        );
      }
      answer = await run(operation, admit(ctx, operation.meta, operation.type), call);
    } catch (error) {
      const failure = toApiError(error, ctx);
      code = failure.code;
      answer = encodeProblem(failure, ctx, path, operation);
    }

    record(services, operation, ctx, call, answer, code, performance.now() - began);
    return toResponse(answer, baseHeaders, ctx.requestId, ctx.reply, call.isHead);
  };
}

async function run(operation: Operation, ctx: RequestContext | WorkspaceContext, call: Call): Promise<StoredAnswer> {
  const { request } = call;
  judgeAccept(request.headers.get('accept'));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    judgeContentType(request, operation.takesBody);
    call.bodyText = await readBody(request);
  }

  const key = operation.idempotency === 'none' ? undefined : idempotencyKey(request.headers.get('idempotency-key'));
  const body = call.bodyText === undefined ? undefined : parseJson(call.bodyText);
  if (body !== undefined && !operation.takesBody && !isEmptyObject(body)) {
    throw new ApiError('validation_failed', {
      detail: 'This operation takes no body.',
      errors: [{ in: 'body', pointer: '', code: 'unknown_parameter', message: 'Must be absent or an empty object.' }],
    });
  }
  const input = decodeInput(operation, call.parameters, call.query, body);

  if (key !== undefined && 'workspaceId' in ctx) return runOnce(operation, ctx, call, key, input);

  const value = await operation.resolve({ ctx, input });
  const link = nextLink(value, call.path, call.query);
  if (link) (ctx.reply.headers ??= {})['Link'] = link;
  const answer = encode(operation, value, ctx);
  if (operation.method !== 'GET' || !notModified(request.headers.get('if-none-match'), answer.headers['ETag'])) {
    return answer;
  }
  const { 'Content-Type': _, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

async function runOnce(
  operation: Operation,
  ctx: WorkspaceContext,
  call: Call,
  key: string,
  input: unknown,
): Promise<StoredAnswer> {
  const { request, path, query, bodyText = '' } = call;
  const actorId = actorIdOf(ctx.actor);
  const parts = [request.method, path, canonical(query), request.headers.get('content-type') ?? '', bodyText, actorId];
  const result = await once(
    ctx,
    { key, fingerprint: fingerprint(parts), operationId: operation.id, actorId },
    async (inner) => {
      const value = await operation.resolve({ ctx: inner, input });
      const answer = encode(operation, value, inner);
      return { answer, stored: withoutSecret(answer, value) };
    },
    (error) => encodeProblem(error, ctx, path, operation),
  );
  if ('answer' in result) return result.answer;
  return { ...result.replay, headers: { ...result.replay.headers, 'Idempotent-Replayed': 'true' } };
}

const canonical = (query: string): string => query.split('&').toSorted().join('&');

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

function judgeAccept(header: string | null): void {
  if (header === null || header === '*/*' || header === 'application/json') return;
  const admits = header.split(',').some((range) => {
    const [type = '', ...parameters] = range.trim().toLowerCase().split(';');
    if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) return false;
    return ['*/*', 'application/*', 'application/json', 'application/problem+json'].includes(type.trim());
  });
  if (!admits) throw new ApiError('not_acceptable');
}

/** Path and query text of an absolute URL, as they came. */
export function split(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  return mark < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

const MAX_LOGGED_BODY = 16_384;

function record(
  services: Services,
  operation: Operation,
  ctx: RequestContext,
  call: Call,
  answer: StoredAnswer,
  code: ErrorCode | null,
  durationMs: number,
): void {
  const { actor, origin, requestId } = ctx;
  const isRead = operation.method === 'GET';
  const level = answer.status >= 500 ? 'error' : isRead && answer.status < 400 ? 'debug' : 'info';
  if (services.log.isLevelEnabled(level)) {
    services.log[level](
      {
        request_id: requestId,
        client_request_id: clientRequestId(call.request),
        method: call.request.method,
        path: call.path,
        operation: operation.id,
        status: answer.status,
        code: code ?? undefined,
        duration_ms: Math.round(durationMs * 10) / 10,
        ip: origin.ip,
        key_id: actor.type === 'key' ? actor.keyId : undefined,
      },
      'request',
    );
  }
  // Bodies of good reads are not kept: the caller can ask again, and they would be most of the log.
  const keepBodies = !isRead || answer.status >= 400;
  services.metrics.request(operation.id, answer.status, durationMs);
  services.recorder.record({
    id: requestId,
    workspaceId: actor.type === 'key' ? actor.workspaceId : null,
    method: call.request.method,
    path: call.path,
    operationId: operation.id,
    surface: operation.surface,
    status: answer.status,
    code: code ?? replayedCode(answer),
    durationMs,
    keyId: actor.type === 'key' ? actor.keyId : null,
    origin,
    clientRequestId: clientRequestId(call.request) ?? null,
    replayed: 'Idempotent-Replayed' in answer.headers,
    requestBody: keepBodies && call.bodyText ? mask(call.bodyText.slice(0, MAX_LOGGED_BODY)) : null,
    responseBody: keepBodies && answer.body ? mask(answer.body.slice(0, MAX_LOGGED_BODY)) : null,
  });
}

/** A stored refusal is answered again as it was; its code stands in its body. */
function replayedCode({ status, body }: StoredAnswer): ErrorCode | null {
  if (status < 400 || body === null) return null;
  const { code } = JSON.parse(body) as { code?: string };
  return code !== undefined && code in ERRORS ? (code as ErrorCode) : null;
}

function clientRequestId(request: Request): string | undefined {
  const id = request.headers.get('x-request-id');
  return id !== null && /^[\x20-\x7e]{1,128}$/.test(id) ? id : undefined;
}
