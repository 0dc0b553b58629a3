import { initTRPC, tracked, type TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { z } from 'zod';

import type { Role, Scope } from '../../shared/access/scopes';
import type { ErrorCode } from '../../shared/errors';
import { surfaceOf } from '../../shared/surfaces';
import { admit } from '../access';
import type { CallContext, SessionCall, WorkspaceCall } from '../call-context';
import { ApiError } from '../errors';
import { replayOf } from '../idempotency/idempotency';
import { onceValue, replayedValue } from '../idempotency/once-value';
import { actorIdOf, idempotencyKey, idempotentRequest, type IdempotentRequest } from '../idempotency/request';
import { recordRequest } from '../usage';
import { createBuilder } from './builder';
import { type ErrorShape, problemOf, toApiError } from './failure';
import type { Meta } from './meta';

const TRPC_CODES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

const t = initTRPC
  .context<CallContext>()
  .meta<Meta>()
  .create({
    // Bun leaves NODE_ENV unset, and the default would then send stacks.
    isDev: false,
    // A browser does not notice a dead server by itself.
    sse: { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 15_000 } },
    errorFormatter({ shape, error, ctx, path }): ErrorShape {
      if (!ctx) return { ...shape, data: { ...shape.data, code: 'internal_error' } };
      const failure = toApiError(error, ctx);
      const problem = problemOf(failure, {
        baseUrl: ctx.config.baseUrl,
        instance: `/trpc/${path ?? ''}`,
        requestId: ctx.requestId,
      });
      return { ...shape, message: failure.message, data: { ...shape.data, code: failure.code, problem } };
    },
  });

export const { router, mergeRouters } = t;
export { tracked };
export const createCallerFactory = t.createCallerFactory;

/** REST calls `admit` and the resolver directly. */
const guardedProcedure = (meta: Meta) =>
  t.procedure.meta(meta).use(async ({ ctx, meta: declared, type, path, getRawInput, next }) => {
    /** tRPC returns errors, but a transaction rolls back only for thrown ones. */
    const run = async (admitted: CallContext) => {
      const result = await next({ ctx: admitted });
      if (!result.ok) throw result.error.cause instanceof ApiError ? result.error.cause : result.error;
      return result;
    };
    const call = { type, path, meta: declared, getRawInput };
    // tRPC’s marker type is private and not used at run time.
    const replayed = (data: unknown) => ({ ok: true, data }) as Awaited<ReturnType<typeof run>>;
    const admitAndRun = async () => {
      let admitted: CallContext;
      try {
        admitted = admit(ctx, declared, type);
      } catch (refusal) {
        const replay = await replayToFormer(ctx, call, refusal, replayed);
        if (replay === undefined) throw refusal;
        return replay;
      }
      const request = await keyedCall(admitted, call);
      if (!request) return run(admitted);
      const work = async (inner: CallContext) => (await run(inner)).data;
      return replayed(await onceValue(admitted, request, work, declared?.shownOnce));
    };
    const began = performance.now();
    const record = (status: number, code: ErrorCode | null) =>
      recordRequest(ctx, {
        operationId: path.replaceAll('.', '_'),
        surface: surfaceOf(path),
        method: type === 'query' ? 'GET' : 'POST',
        path: `/trpc/${path}`,
        isRead: type !== 'mutation',
        answer: { status, headers: ctx.reply.headers, body: null },
        code,
        durationMs: performance.now() - began,
      });
    try {
      const result = await admitAndRun();
      record(200, null);
      return result;
    } catch (error) {
      const cause = chargedIfMalformed(ctx, declared, toApiError(error, ctx));
      if (type === 'query') readFromQuery(cause);
      record(cause.status, cause.code);
      throw new TRPCError({ code: TRPC_CODES[cause.status] ?? 'INTERNAL_SERVER_ERROR', message: cause.message, cause });
    }
  });

/** The input of a read is in the URL, which services do not know. */
function readFromQuery({ details }: ApiError): void {
  if (!details.errors) return;
  details.errors = details.errors.map((issue) => (issue.in === 'body' ? { ...issue, in: 'query' } : issue));
}

/** Services that limit their own calls never see malformed input. */
function chargedIfMalformed(ctx: CallContext, meta: Meta | undefined, error: ApiError): ApiError {
  if (!meta?.ownThrottle || error.status !== 400) return error;
  const charged = ctx.limits.failures.charge(ctx.origin.ip);
  if (charged.allowed) return error;
  return new ApiError('rate_limited', { headers: { 'Retry-After': String(charged.retryAfterSeconds) } });
}

/** `C` is the context that `admit` returns for this access. */
const guarded = <C extends CallContext>(meta: Meta) => createBuilder<C>(guardedProcedure(meta));

export const NoInput = z.strictObject({});

export const procedure = (scope: Scope, options: { roles?: readonly Role[] } = {}) =>
  guarded<WorkspaceCall>({ access: { type: 'scope', scope, ...options } });

export const keyProcedure = guarded<WorkspaceCall & { actor: { type: 'key' } }>({ access: { type: 'key' } });

export const catalogueProcedure = guarded<WorkspaceCall>({ access: { type: 'key', members: true } });

export const publicProcedure = guarded<CallContext>({ access: { type: 'public' } });

export const sessionProcedure = guarded<SessionCall>({ access: { type: 'session' } });

export const memberProcedure = (...roles: Role[]) =>
  guarded<WorkspaceCall & SessionCall>({ access: { type: 'member', roles } });

export const adminProcedure = guarded<SessionCall>({ access: { type: 'instance_admin' } });

interface Call {
  type: 'query' | 'mutation' | 'subscription';
  path: string;
  meta: Meta | undefined;
  getRawInput: () => Promise<unknown>;
}

/** Their idempotency keys belong to the person, who may have no workspace. */
const OF_PEOPLE = new Set(['session', 'member', 'instance_admin']);
/** The call itself may have ended their access, for example by leaving. */
const OF_FORMER = new Set<ErrorCode>(['not_found', 'insufficient_role']);

async function keyedCall(
  ctx: CallContext,
  { type, path, meta, getRawInput }: Call,
): Promise<IdempotentRequest | undefined> {
  const access = meta?.access?.type;
  if (type !== 'mutation' || access === undefined || meta?.idempotency === 'none') return undefined;
  const isOfPeople = OF_PEOPLE.has(access) && ctx.actor.type === 'user';
  if (access !== 'scope' && !isOfPeople) return undefined;
  const key = idempotencyKey(ctx.idempotencyKey);
  if (key === undefined) return undefined;

  const actorId = actorIdOf(ctx.actor);
  const call = { key, operationId: path, actorId };
  const parts = ['trpc', JSON.stringify(await getRawInput()) ?? '', ctx.ifMatch ?? ''];
  const request = isOfPeople
    ? {
        ...idempotentRequest(call, [...parts, ctx.workspaceAsked ?? '']),
        holder: { kind: 'user', id: actorId } as const,
      }
    : idempotentRequest(call, parts);
  return { ...request, isApart: meta?.idempotency === 'apart' };
}

async function replayToFormer<T>(
  ctx: CallContext,
  call: Call,
  refusal: unknown,
  replayed: (data: unknown) => T,
): Promise<T | undefined> {
  if (!(refusal instanceof ApiError) || !OF_FORMER.has(refusal.code)) return undefined;
  const request = await keyedCall(ctx, call);
  const stored = request?.holder && (await replayOf(ctx, request));
  return stored && replayed(replayedValue(ctx, stored));
}
