import type { ErrorCode } from '../shared/errors';
import { LIMITS } from '../shared/limits';
import type { Actor, RequestContext } from './context';
import type { Store } from './db/database';
import { engine } from './db/engine';
import { scoped } from './db/scoped';
import {
  completeReservation,
  dropExpired,
  dropReservation,
  findReservation,
  type HeldKey,
  type IdempotencyRecord,
  insertReservation,
  keepAnswer,
  type KeyHolder,
  takeOverReservation,
} from './db/unscoped/idempotency';
import { ApiError } from './errors';
import { base62Token, sha256Hex } from './secrets/tokens';

const LEASE_MS = 60_000;
const KEPT_MS = 86_400_000;
/** Refusals that the procedure decided after looking at the workspace; the others are judged anew each time. */
const STORED_ERRORS = new Set([404, 409, 412, 422]);
/** Refusals of the key itself say nothing of what the request would have done. */
const OF_THE_KEY: ReadonlySet<ErrorCode> = new Set(['idempotency_key_reused', 'idempotency_in_progress']);
/** Members of an answer that are shown once. */
const SECRET_FIELDS = ['secret', 'token', 'url_with_token'];
const PRINTABLE = /^[\x20-\x7e]+$/;

/** An answer in the form in which it is stored; at the REST door that is the form in which it is sent. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export interface IdempotentRequest {
  key: string;
  fingerprint: string;
  operationId: string;
  actorId: string;
  /** Whose key it is; the workspace’s when absent. */
  holder?: KeyHolder;
}

/** The key in the header, bare or as a quoted structured string. Throws 400 `invalid_idempotency_key`. */
export function idempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyLength || !PRINTABLE.test(key)) {
    throw new ApiError('invalid_idempotency_key');
  }
  return key;
}

/** What makes two requests the same: everything that reaches the procedure, and who sent it. */
export const fingerprint = (parts: readonly string[]): string =>
  sha256Hex(parts.map((part) => `${part.length}:${part}`).join('|'));

export const actorIdOf = (actor: Actor): string =>
  actor.type === 'key' ? actor.keyId : actor.type === 'user' ? actor.userId : 'anonymous';

/** What is kept of an answer: a secret is in the first one only, a replay has null in its place. */
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

/** The context with the transaction for its database. */
const inside = <C extends RequestContext>(ctx: C, tx: Store): C => ({
  ...ctx,
  store: tx,
  ...('workspaceId' in ctx ? { db: scoped(tx, ctx.workspaceId as string) } : {}),
});

/**
 * Runs `work` so that one key has one effect (identity.md §12). The effect and the stored answer are committed
 * together: after a crash there is neither, and the key can be used again.
 * `work` gets a context whose database is the transaction. An ApiError that it throws with 404, 409, 412 or 422 is
 * stored too, as `storedError` puts it, and thrown on. `replay` is what an earlier request stored.
 */
export const once: <C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
) => Promise<Result<T>> = engine === 'sqlite' ? onceByTurns : onceReserved;

/** Where transactions take turns nothing needs to be reserved: whoever comes second sees what the first one stored. */
async function onceByTurns<C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest,
  work: Work<C, T>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<Result<T>> {
  const held = heldKey(ctx, request);
  const keep = (store: Store, stored: StoredAnswer, options: { replaces: boolean }) =>
    keepAnswer(store, held.holder, { ...newRecord(ctx, request, base62Token(16)), ...stored, state: 'done' }, options);
  try {
    return await ctx.store.transaction(async (tx) => {
      const now = ctx.now();
      const found = await findReservation(tx, held);
      const replay = found && found.expiresAt > now ? storedIn(found, request, now) : undefined;
      if (replay) return { replay };
      const result = await work(inside(ctx, tx));
      await keep(tx, result.stored, { replaces: true });
      return { answer: result.answer };
    });
  } catch (error) {
    if (error instanceof ApiError && STORED_ERRORS.has(error.status) && !OF_THE_KEY.has(error.code)) {
      await keep(ctx.store, storedError(error), { replaces: false });
    }
    throw error;
  }
}

/** For work that asks somebody outside, which must not hold a transaction: its effect and the answer are two steps. */
export const onceApart = <C extends RequestContext, T>(
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
  const held = { ...heldKey(ctx, request), owner: base62Token(16) };
  const replay = await reserve(ctx, request, held);
  if (replay) return { replay };

  try {
    return { answer: await run(held) };
  } catch (error) {
    if (error instanceof ApiError && STORED_ERRORS.has(error.status)) {
      await completeReservation(ctx.store, held, storedError(error));
    } else await dropReservation(ctx.store, held);
    throw error;
  }
}

/**
 * What an earlier request under the key stored, for work that is best not begun where it is done already. Throws 422
 * where that request was another one.
 */
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
  // Another process took over the lease: its effect stands, so this one is rolled back.
  throw inProgress();
}

const inProgress = (): ApiError => new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });

/** Undefined when this request may run; else the stored answer. Throws 409 or 422. */
async function reserve(ctx: RequestContext, request: IdempotentRequest, held: Held): Promise<StoredAnswer | undefined> {
  const record = newRecord(ctx, request, held.owner);
  const { createdAt: now, leaseExpiresAt } = record;
  if (await insertReservation(ctx.store, held.holder, record)) return undefined;

  const found = await findReservation(ctx.store, held);
  if (!found) throw inProgress();
  if (found.expiresAt <= now) {
    await dropExpired(ctx.store, held, now);
    return reserve(ctx, request, held);
  }
  const stored = storedIn(found, request, now);
  if (stored) return stored;
  const change = { owner: held.owner, leaseExpiresAt };
  if (!(await takeOverReservation(ctx.store, { ...held, owner: found.owner }, change))) throw inProgress();
  return undefined;
}

function newRecord(ctx: Pick<RequestContext, 'now'>, request: IdempotentRequest, owner: string) {
  const { key, fingerprint: own, operationId, actorId } = request;
  const now = ctx.now();
  return {
    key,
    fingerprint: own,
    operationId,
    actorId,
    state: 'running' as const,
    owner,
    leaseExpiresAt: new Date(now.getTime() + LEASE_MS),
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
}

/** The answer in a record; undefined where whoever made it is gone. Throws 422 for another request, 409 for one that runs. */
function storedIn(found: IdempotencyRecord, request: IdempotentRequest, now: Date): StoredAnswer | undefined {
  if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused');
  if (found.state === 'done') return answerIn(found);
  if (found.leaseExpiresAt > now) throw inProgress();
  return undefined;
}

const answerIn = ({ status, headers, body }: IdempotencyRecord): StoredAnswer => ({
  status: status ?? 200,
  headers: headers ?? {},
  body,
});
