import { DAY_MS, MINUTE_MS } from '../../shared/durations';
import type { ErrorCode } from '../../shared/errors';
import type { RequestContext } from '../context';
import type { Store } from '../db/database';
import { engine } from '../db/engine';
import { scoped } from '../db/scoped';
import { ApiError } from '../errors';
import { isOutage } from '../outage';
import { base62Token } from '../secrets/tokens';
import type { IdempotentRequest } from './request';
import {
  completeReservation,
  dropExpired,
  dropReservation,
  endReservation,
  findReservation,
  type HeldKey,
  type IdempotencyRecord,
  insertReservation,
  saveAnswer,
  takeOverReservation,
} from './system/idempotency';

const LEASE_MS = MINUTE_MS;
/** Several calls of an outside system may take longer than any transaction. */
const LEASE_WITHOUT_TRANSACTION_MS = 10 * MINUTE_MS;
const RETENTION_MS = DAY_MS;
const STORED_ERRORS = new Set([404, 409, 412, 422]);
/** These are not the outcome of the request. */
const OF_THE_KEY: ReadonlySet<ErrorCode> = new Set([
  'idempotency_key_reused',
  'idempotency_in_progress',
  'idempotency_outcome_unknown',
]);
/** Statuses after which the outside system may have acted. */
const OUTCOME_UNKNOWN = new Set([500, 502, 504]);
const SECRET_FIELDS = ['secret', 'token', 'url_with_token'];

/** In the form in which it is sent over REST. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Replays contain null instead of secrets. */
export function withoutSecret(answer: StoredAnswer, value: unknown, shownOnce: readonly string[] = []): StoredAnswer {
  if (answer.body === null || typeof value !== 'object' || value === null) return answer;
  const secrets = [...SECRET_FIELDS, ...shownOnce].filter((name) => name in value);
  if (secrets.length === 0) return answer;
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  return {
    ...answer,
    body: JSON.stringify({ ...body, ...Object.fromEntries(secrets.map((name) => [name, null])) }),
  };
}

type Work<C, T> = (ctx: C) => Promise<{ answer: T; stored: StoredAnswer }>;
type Held = HeldKey & { owner: string };
type Result<T> = { answer: T } | { replay: StoredAnswer };

function heldKey(ctx: object, { key, holder }: Pick<IdempotentRequest, 'key' | 'holder'>): HeldKey {
  if (holder) return { key, holder };
  if (!('workspaceId' in ctx)) throw new Error('A key outside a workspace needs a holder.');
  return { key, holder: { kind: 'workspace', id: ctx.workspaceId as string } };
}

const inside = <C extends RequestContext>(ctx: C, tx: Store): C => ({
  ...ctx,
  store: tx,
  ...('workspaceId' in ctx ? { db: scoped(tx, ctx.workspaceId as string) } : {}),
});

/** An answer and its effect share a transaction. Errors 404, 409, 412 and 422 are stored before they are thrown. */
export function once<C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<Result<T>> {
  // SQLite runs writing transactions in sequence, so it needs no reservation.
  const run = request.isApart ? onceWithoutTransaction : engine === 'sqlite' ? onceByTurns : onceReserved;
  return run(ctx, request, work, storedError);
}

async function onceByTurns<C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<Result<T>> {
  try {
    return await ctx.store.transaction(async (tx) => {
      const now = ctx.now();
      const found = await findReservation(tx, heldKey(ctx, request));
      const replay = found && found.expiresAt > now ? storedIn(found, request, now) : undefined;
      if (replay) return { replay };
      const result = await work(inside(ctx, tx));
      await saveDone(ctx, [tx, request, result.stored]);
      return { answer: result.answer };
    });
  } catch (error) {
    if (error instanceof ApiError && STORED_ERRORS.has(error.status) && !OF_THE_KEY.has(error.code)) {
      await saveDone(ctx, [ctx.store, request, storedError(error)], { replaces: false });
    }
    throw error;
  }
}

export function saveDone(
  ctx: RequestContext,
  [store, request, stored]: [Store, IdempotentRequest, StoredAnswer],
  options = { replaces: true },
): Promise<void> {
  const record = { ...newRecord(ctx, request, ownerAt(ctx.node.id)), ...stored, state: 'done' as const };
  return saveAnswer(store, heldKey(ctx, request).holder, record, options);
}

/** No transaction spans the outside call. After a crash the outcome is unknown, so a repetition gets an error. */
const onceWithoutTransaction = <C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<Result<T>> =>
  whileReserved(ctx, request, storedError, async (held) => {
    const result = await work(ctx);
    await completeReservation(ctx.store, held, result.stored);
    return result.answer;
  });

function onceReserved<C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<Result<T>> {
  return whileReserved(ctx, request, storedError, (held) =>
    ctx.store.transaction(async (tx) => {
      const result = await work(inside(ctx, tx));
      await complete(tx, held, result.stored);
      return result.answer;
    }),
  );
}

async function whileReserved<T>(
  ctx: RequestContext,
  request: IdempotentRequest,
  storedError: (error: ApiError) => StoredAnswer,
  run: (held: Held) => Promise<T>,
): Promise<Result<T>> {
  const held = { ...heldKey(ctx, request), owner: ownerAt(ctx.node.id) };
  // After an outage it is unknown what was committed, so the reservation is resolved when the database is back.
  const free = () => ctx.afterOutage.run(() => dropReservation(ctx.store, held));
  const replay = await reserve(ctx, request, held).catch(async (error: unknown) => {
    if (isOutage(error)) await free();
    throw error;
  });
  if (replay) return { replay };

  try {
    return { answer: await run(held) };
  } catch (error) {
    if (error instanceof ApiError && STORED_ERRORS.has(error.status)) {
      await completeReservation(ctx.store, held, storedError(error)).catch(free);
    } else if (request.isApart && leavesOpen(error)) {
      await ctx.afterOutage.run(() => endReservation(ctx.store, held));
    } else await free();
    throw error;
  }
}

/** An `ApiError` is thrown before the outside call; other errors may follow it. */
const leavesOpen = (error: unknown): boolean => !(error instanceof ApiError) || OUTCOME_UNKNOWN.has(error.status);

/** Contains the id of the process, so that the lease ends with it. */
const ownerAt = (nodeId: string): string => `${nodeId}:${base62Token(16)}`;

function nodeOf(owner: string): string | undefined {
  const end = owner.indexOf(':');
  return end < 0 ? undefined : owner.slice(0, end);
}

/** Lets the caller skip expensive work. Throws 422 for a different request. */
export async function replayOf(
  ctx: Pick<RequestContext, 'store' | 'now'>,
  request: Pick<IdempotentRequest, 'key' | 'fingerprint' | 'holder'>,
): Promise<StoredAnswer | undefined> {
  const found = await findReservation(ctx.store, heldKey(ctx, request));
  if (!found || found.expiresAt <= ctx.now()) return undefined;
  if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused');
  return found.state === 'done' ? answerIn(found) : undefined;
}

async function complete(tx: Store, held: Held, answer: StoredAnswer) {
  if (await completeReservation(tx, held, answer)) return;
  // Another process took over the lease and its effect stands, so this one is rolled back.
  throw idempotencyInProgress();
}

export const idempotencyInProgress = (): ApiError =>
  new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });

/** Undefined when this request may run. Throws 409 or 422. */
async function reserve(ctx: RequestContext, request: IdempotentRequest, held: Held): Promise<StoredAnswer | undefined> {
  const record = newRecord(ctx, request, held.owner, request.isApart ? LEASE_WITHOUT_TRANSACTION_MS : LEASE_MS);
  const { createdAt: now, leaseExpiresAt } = record;
  if (await insertReservation(ctx.store, held.holder, record)) return undefined;

  const found = await findReservation(ctx.store, held);
  if (!found) throw idempotencyInProgress();
  if (found.expiresAt <= now) {
    await dropExpired(ctx.store, held, now);
    return reserve(ctx, request, held);
  }
  if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused');
  if (found.state === 'done') return answerIn(found);
  if (!(await isOver(ctx, found, now))) throw idempotencyInProgress();
  if (request.isApart) throw new ApiError('idempotency_outcome_unknown');
  const change = { owner: held.owner, leaseExpiresAt };
  if (!(await takeOverReservation(ctx.store, { ...held, owner: found.owner }, change))) throw idempotencyInProgress();
  return undefined;
}

/** The lease has expired, or its process has exited. */
async function isOver({ node }: RequestContext, { owner, leaseExpiresAt }: IdempotencyRecord, now: Date) {
  if (leaseExpiresAt <= now) return true;
  const holder = nodeOf(owner);
  return holder !== undefined && holder !== node.id && (await node.isGone(holder));
}

function newRecord(ctx: Pick<RequestContext, 'now'>, request: IdempotentRequest, owner: string, leaseMs = LEASE_MS) {
  const { key, fingerprint: own, operationId, actorId } = request;
  const now = ctx.now();
  return {
    key,
    fingerprint: own,
    operationId,
    actorId,
    state: 'running' as const,
    owner,
    leaseExpiresAt: new Date(now.getTime() + leaseMs),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RETENTION_MS),
  };
}

/** Undefined if the lease ended without an answer. Throws 422 for a different request, 409 for a running one. */
function storedIn(found: IdempotencyRecord, request: IdempotentRequest, now: Date): StoredAnswer | undefined {
  if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused');
  if (found.state === 'done') return answerIn(found);
  if (found.leaseExpiresAt > now) throw idempotencyInProgress();
  return undefined;
}

const answerIn = ({ status, headers, body }: IdempotencyRecord): StoredAnswer => ({
  status: status ?? 200,
  headers: headers ?? {},
  body,
});
