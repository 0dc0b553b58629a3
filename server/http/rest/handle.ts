import type { ErrorCode } from '../../../shared/errors';
import { newId } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import { admit, authenticateKey, missingKey } from '../../access';
import type { Actor } from '../../actor';
import { andThen } from '../../awaitable';
import type { CallContext, Services, WorkspaceCall } from '../../call-context';
import { ApiError } from '../../errors';
import { once, withoutSecret, type StoredAnswer } from '../../idempotency/idempotency';
import { actorIdOf, idempotencyKey, idempotentRequest } from '../../idempotency/request';
import { isJsonObject } from '../../json-object';
import type { RawAnswer } from '../../raw';
import { toApiError } from '../../trpc/failure';
import { recordRequest } from '../../usage';
import { checkHost, LazyOrigin, type Peer } from '../origin';
import { createRespond, encode, encodeProblem, nextLink, notModified, type Answer } from './answer';
import { checkContentType, checkDeclaredSize, parseJson, readBody, uploadOf } from './body';
import { decodeInput, FIRST_ISSUE } from './decode';
import type { Operation } from './operation';
import { passedHeaders, withoutIgnored } from './passed-on';

const CREDENTIAL_NAMES = /(?:^|&)(?:api_key|key|token|access_token)=/;

export interface RestTransport {
  byKey: boolean;
  locate?: (operation: Operation, query: string) => Pick<Call, 'parameters' | 'query'>;
  authenticate: (
    operation: Operation,
    ctx: CallContext,
    call: { request: Request; query: string },
  ) => Actor | Promise<Actor>;
}

interface Call {
  request: Request;
  parameters: Record<string, string>;
  path: string;
  query: string;
  bodyText: string | undefined;
}

export type Handler = (
  request: Request,
  url: Url,
  parameters: Record<string, string>,
  peer: Peer | null,
  /** For GET routes Elysia omits the body itself. */
  isHead: boolean,
) => Response | Promise<Response>;

/** Synchronous where possible, so that a cached read needs no turn of the event loop. */
export function createHandler(services: Services, operation: Operation, transport: RestTransport = BY_KEY): Handler {
  const respond = createRespond(services.config.baseUrl);

  return (request, { path, query }, parameters, peer, isHead) => {
    const began = performance.now();
    const located = transport.locate?.(operation, query) ?? { parameters, query };
    const call: Call = { request, path, ...located, bodyText: undefined };
    const origin = new LazyOrigin(services, request, peer);
    const ctx: CallContext = {
      ...services,
      actor: ANONYMOUS,
      requestId: newId('req'),
      origin,
      idempotencyKey: null,
      ifMatch: request.headers.get('if-match'),
      reply: {},
      byKey: transport.byKey,
      workspaceAsked: transport.byKey ? undefined : (request.headers.get('x-workspace-id') ?? undefined),
      signal: () => request.signal,
      holdOpen: (seconds) => peer?.timeout?.(request, seconds),
    };

    const finish = (answer: Answer, code: ErrorCode | null): Response => {
      const wasRead = operation.method === 'GET';
      recordRequest(ctx, {
        operationId: operation.id,
        surface: operation.surface,
        method: request.method,
        path,
        isRead: wasRead,
        answer,
        code,
        durationMs: performance.now() - began,
        // Bodies of successful reads are not logged, since they would dominate the log.
        bodies: wasRead && answer.status < 400 ? undefined : { request: call.bodyText },
      });
      return respond(answer, ctx.requestId, ctx.reply, isHead);
    };
    const fail = (error: unknown): Response => {
      origin.resolve();
      const failure = toApiError(error, ctx);
      return finish(encodeProblem(failure, ctx, path, operation), failure.code);
    };

    try {
      const answer = andThen(transport.authenticate(operation, ctx, call), (actor) => {
        ctx.actor = actor;
        const admitted = admit(ctx, operation.meta, operation.type);
        if (operation.meta.raw) {
          return isRead(request.method) ? readRaw(operation, admitted, call) : writeRaw(operation, admitted, call);
        }
        checkAccept(request.headers.get('accept'), operation.meta.pictures);
        if (operation.meta.upload) return receive(operation, admitted, call, operation.meta.upload);
        return isRead(request.method) ? read(operation, admitted, call) : write(operation, admitted, call);
      });
      if (!(answer instanceof Promise)) return finish(answer, null);
      origin.resolve();
      return answer.then((sent) => finish(sent, null)).catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
}

const BY_KEY: RestTransport = { byKey: true, authenticate };
/** Lists of the gateway are bounded by the size of the body alone, and could have millions of issues. */
const LONG_BODY = 65_536;
const ANONYMOUS: Actor = { type: 'anonymous' };

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function authenticate(
  operation: Operation,
  ctx: CallContext,
  { request, query }: Pick<Call, 'request' | 'query'>,
): Actor | Promise<Actor> {
  checkHost(request);
  checkDeclaredSize(request, operation.meta.upload?.maxBytes ?? operation.meta.maxBodyBytes);
  const { keyHeader } = operation.meta;
  const named = keyHeader === undefined ? null : request.headers.get(keyHeader);
  const authorization = request.headers.get('authorization') ?? (named === null ? null : `Bearer ${named}`);
  if (authorization !== null) return authenticateKey(ctx, ctx.origin, authorization);
  if (operation.access.type === 'public') return ANONYMOUS;
  throw missingKey(
    CREDENTIAL_NAMES.test(query)
      ? 'An API key in a URL is compromised. Revoke it, and send keys in the header `Authorization: Bearer <key>`.'
      : undefined,
  );
}

function read(operation: Operation, ctx: CallContext, call: Call): Answer | Promise<Answer> {
  const input = decodeInput(operation, call.parameters, call.query, undefined);
  return andThen(operation.resolve({ ctx, input }), (value): Answer => {
    const { raw } = ctx.reply;
    if (raw && typeof raw.body !== 'function') {
      return { status: 200, headers: { ...ctx.reply.headers, ...raw.headers }, body: null, raw: raw.body };
    }
    const link = nextLink(value, call.path, call.query);
    if (link) (ctx.reply.headers ??= {})['Link'] = link;
    const answer = encode(operation, value, ctx);
    const isKnown = notModified(call.request.headers.get('if-none-match'), answer.headers['ETag']);
    return isKnown ? { status: 304, headers: answer.headers, body: null } : answer;
  });
}

function readRaw(operation: Operation, ctx: CallContext, call: Call): Answer | Promise<Answer> {
  const { request } = call;
  const input = decodeInput(operation, call.parameters, call.query, undefined);
  return andThen(
    operation.resolve({ ctx, input }) as RawAnswer | Promise<RawAnswer>,
    ({ status = 200, headers, body }) => {
      const answer = { headers: { ...ctx.reply.headers, ...headers }, body: null };
      if (notModified(request.headers.get('if-none-match'), headers['ETag'])) return { ...answer, status: 304 };
      if (typeof body !== 'function') return { ...answer, status, raw: body };
      return { ...answer, status, raw: request.method === 'HEAD' ? null : body() };
    },
  );
}

/** The body is not logged: it may be the content of a conversation. The service handles the Idempotency-Key. */
async function writeRaw(operation: Operation, ctx: CallContext, call: Call): Promise<Answer> {
  const { request } = call;
  const { upload, maxBodyBytes } = operation.meta;
  if (!upload) checkContentType(request, operation.takesBody);
  const text = upload ? undefined : await readBody(request, ctx, maxBodyBytes);
  ctx.idempotencyKey = idempotencyKey(request.headers.get('idempotency-key')) ?? null;
  const query = withoutIgnored(call.query, operation.meta.ignoredQuery);
  const input = decodeInput(
    operation,
    call.parameters,
    query,
    text === undefined ? {} : parseJson(text),
    text !== undefined && text.length > LONG_BODY ? FIRST_ISSUE : undefined,
  );
  ctx.passedHeaders = passedHeaders(request, operation.meta.passedHeaders);
  if (upload) ctx.upload = uploadOf(request, Object.keys(upload.types));
  const { status = 200, headers, body } = (await operation.resolve({ ctx, input })) as RawAnswer;
  return {
    status,
    headers: { ...ctx.reply.headers, ...headers },
    body: null,
    raw: typeof body === 'function' ? body() : body,
  };
}

/** The service handles the file and the Idempotency-Key, since the fingerprint covers the file. */
async function receive(
  operation: Operation,
  ctx: CallContext,
  call: Call,
  { types }: NonNullable<Operation['meta']['upload']>,
): Promise<StoredAnswer> {
  const { request } = call;
  ctx.idempotencyKey = request.headers.get('idempotency-key');
  const taken = JSON_BODY in types ? { ...operation, takesBody: true } : operation;
  const body = taken.takesBody && isJson(request) ? await jsonBeside(request, ctx) : undefined;
  const input = decodeInput(taken, call.parameters, call.query, body);
  if (body !== undefined) return encode(operation, await operation.resolve({ ctx, input }), ctx, call.path);

  ctx.upload = uploadOf(request, Object.keys(types));
  // The upload ends by its own limits, however slowly it arrives.
  ctx.holdOpen?.(0);
  try {
    return encode(operation, await operation.resolve({ ctx, input }), ctx, call.path);
  } finally {
    ctx.holdOpen?.(LIMITS.idleSeconds);
  }
}

const JSON_BODY = 'application/json';
const isJson = ({ headers }: Request): boolean =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === JSON_BODY;

async function jsonBeside(request: Request, ctx: CallContext): Promise<unknown> {
  checkContentType(request, true);
  checkDeclaredSize(request);
  const text = await readBody(request, ctx);
  return text === undefined ? {} : parseJson(text);
}

async function write(operation: Operation, ctx: CallContext | WorkspaceCall, call: Call): Promise<StoredAnswer> {
  const { request } = call;
  checkContentType(request, operation.takesBody);
  call.bodyText = await readBody(request, ctx);

  const key = operation.idempotency === 'none' ? undefined : idempotencyKey(request.headers.get('idempotency-key'));
  const body = call.bodyText === undefined ? undefined : parseJson(call.bodyText);
  if (body !== undefined && !operation.takesBody && !isEmptyObject(body)) {
    throw new ApiError('validation_failed', {
      detail: 'This operation does not accept a body.',
      errors: [{ in: 'body', pointer: '', code: 'unknown_parameter', message: 'Must be absent or an empty object.' }],
    });
  }
  const input = decodeInput(operation, call.parameters, call.query, body);
  const answer =
    key !== undefined && 'workspaceId' in ctx
      ? await runOnce(operation, ctx, call, key, input)
      : encode(operation, await operation.resolve({ ctx, input }), ctx, call.path);
  if (!ctx.reply.later || !('workspaceId' in ctx)) return answer;
  // The first answer is stored and the transaction ends before this waits.
  const value = await ctx.reply.later(ctx);
  return value === undefined ? answer : encode(operation, value, ctx, call.path);
}

async function runOnce(
  operation: Operation,
  ctx: WorkspaceCall,
  call: Call,
  key: string,
  input: unknown,
): Promise<StoredAnswer> {
  const { request, path, query, bodyText = '' } = call;
  const parts = [
    request.method,
    path,
    canonical(query),
    request.headers.get('content-type') ?? '',
    bodyText,
    ctx.ifMatch ?? '',
  ];
  const own = idempotentRequest({ key, operationId: operation.id, actorId: actorIdOf(ctx.actor) }, parts);
  const result = await once(
    ctx,
    { ...own, isApart: operation.idempotency === 'apart' },
    async (inner) => {
      const value = await operation.resolve({ ctx: inner, input });
      const answer = encode(operation, value, inner, path);
      return { answer, stored: withoutSecret(answer, value) };
    },
    (error) => encodeProblem(error, ctx, path, operation),
  );
  if ('answer' in result) return result.answer;
  return { ...result.replay, headers: { ...result.replay.headers, 'Idempotent-Replayed': 'true' } };
}

const canonical = (query: string): string => query.split('&').toSorted().join('&');

const isEmptyObject = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0;

const ACCEPTED = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json']);

function checkAccept(header: string | null, pictures: Operation['meta']['pictures'] = {}): void {
  if (header === null || header === '*/*' || header === 'application/json') return;
  const admits = header.split(',').some((range) => {
    const [type = '', ...parameters] = range.trim().toLowerCase().split(';');
    if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) return false;
    return ACCEPTED.has(type.trim()) || type.trim() in pictures;
  });
  if (!admits) throw new ApiError('not_acceptable');
}

interface Url {
  path: string;
  query: string;
}

export function split(url: string): Url {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  return mark < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}
