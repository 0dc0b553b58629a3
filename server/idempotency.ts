import { LIMITS } from '../shared/limits';
import type { Actor, WorkspaceContext } from './context';
import type { Store } from './db/database';
import { scoped } from './db/scoped';
import {
  completeReservation,
  dropExpired,
  dropReservation,
  findReservation,
  insertReservation,
  takeOverReservation,
} from './db/unscoped/idempotency';
import { ApiError } from './errors';
import { base62Token, sha256Hex } from './secrets/tokens';

const LEASE_MS = 60_000;
const KEPT_MS = 86_400_000;
/** Refusals that the procedure decided after looking at the workspace; the others are judged anew each time. */
const STORED_ERRORS = new Set([404, 409, 412, 422]);
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
export function withoutSecret(answer: StoredAnswer, value: unknown): StoredAnswer {
  if (answer.body === null || typeof value !== 'object' || value === null) return answer;
  const secrets = SECRET_FIELDS.filter((name) => name in value);
  if (secrets.length === 0) return answer;
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  return {
    ...answer,
    body: JSON.stringify({ ...body, ...Object.fromEntries(secrets.map((name) => [name, null])) }),
  };
}

/**
 * Runs `work` so that one key has one effect (identity.md §12). The effect and the stored answer are committed
 * together: after a crash there is neither, and the key can be used again.
 * `work` gets a context whose database is the transaction. An ApiError that it throws with 404, 409, 412 or 422 is
 * stored too, as `storedError` puts it, and thrown on. `replay` is what an earlier request stored.
 */
export async function once<T>(
  ctx: WorkspaceContext,
  request: IdempotentRequest,
  work: (ctx: WorkspaceContext) => Promise<{ answer: T; stored: StoredAnswer }>,
  storedError: (error: ApiError) => StoredAnswer,
): Promise<{ answer: T } | { replay: StoredAnswer }> {
  const owner = base62Token(16);
  const held = { workspaceId: ctx.workspaceId, key: request.key, owner };
  const replay = await reserve(ctx, request, owner);
  if (replay) return { replay };

  try {
    const answer = await ctx.store.transaction(async (tx) => {
      const result = await work({ ...ctx, store: tx, db: scoped(tx, ctx.workspaceId) });
      await complete(tx, held, result.stored);
      return result.answer;
    });
    return { answer };
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
  ctx: Pick<WorkspaceContext, 'store' | 'workspaceId' | 'now'>,
  { key, fingerprint: own }: Pick<IdempotentRequest, 'key' | 'fingerprint'>,
): Promise<StoredAnswer | undefined> {
  const found = await findReservation(ctx.store, ctx.workspaceId, key);
  if (!found || found.expiresAt <= ctx.now()) return undefined;
  if (found.fingerprint !== own) throw new ApiError('idempotency_key_reused');
  return found.state === 'done'
    ? { status: found.status ?? 200, headers: found.headers ?? {}, body: found.body }
    : undefined;
}

async function complete(tx: Store, held: { workspaceId: string; key: string; owner: string }, answer: StoredAnswer) {
  if (await completeReservation(tx, held, answer)) return;
  // Another process took over the lease: its effect stands, so this one is rolled back.
  throw inProgress();
}

const inProgress = (): ApiError => new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });

/** Undefined when this request may run; else the stored answer. Throws 409 or 422. */
async function reserve(
  ctx: WorkspaceContext,
  request: IdempotentRequest,
  owner: string,
): Promise<StoredAnswer | undefined> {
  const now = ctx.now();
  const leaseExpiresAt = new Date(now.getTime() + LEASE_MS);
  const inserted = await insertReservation(ctx.store, {
    workspaceId: ctx.workspaceId,
    ...request,
    state: 'running',
    owner,
    leaseExpiresAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  });
  if (inserted) return undefined;

  const found = await findReservation(ctx.store, ctx.workspaceId, request.key);
  if (!found) throw inProgress();
  if (found.expiresAt <= now) {
    await dropExpired(ctx.store, found, now);
    return reserve(ctx, request, owner);
  }
  if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused');
  if (found.state === 'done') {
    return { status: found.status ?? 200, headers: found.headers ?? {}, body: found.body };
  }
  if (found.leaseExpiresAt > now) throw inProgress();
  if (!(await takeOverReservation(ctx.store, found, { owner, leaseExpiresAt }))) throw inProgress();
  return undefined;
}
