import { LIMITS } from '../../shared/limits';
import type { WorkspaceContext } from '../context';
import {
  completeReservation,
  dropReservation,
  findReservation,
  insertReservation,
  takeOverReservation,
} from '../db/unscoped/idempotency';
import { scoped } from '../db/scoped';
import type { Store } from '../db/database';
import { ApiError } from '../errors';
import { base62Token, sha256Hex } from '../secrets/tokens';

const LEASE_MS = 60_000;
const KEPT_MS = 86_400_000;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** An answer in the form in which it is sent and stored. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export interface Replayed extends StoredAnswer {
  replayed: boolean;
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
export const fingerprint = (parts: readonly string[]): string => sha256Hex(parts.map((part) => `${part.length}:${part}`).join('|'));

/**
 * Runs `work` so that one key has one effect (identity.md §12). The effect and the stored answer are committed
 * together: after a crash there is neither, and the key can be used again.
 * `work` gets a context whose database is the transaction; an ApiError that it throws with 404, 409, 412 or 422 is
 * stored too, by `answerOf`.
 */
export async function once(
  ctx: WorkspaceContext,
  request: { key: string; fingerprint: string; operationId: string; actorId: string },
  work: (ctx: WorkspaceContext) => Promise<{ answer: StoredAnswer; stored: StoredAnswer }>,
  answerOf: (error: ApiError) => StoredAnswer,
): Promise<Replayed> {
  const owner = base62Token(16);
  const held = { workspaceId: ctx.workspaceId, key: request.key, owner };
  const found = await reserve(ctx, request, owner);
  if (found) return { ...found, replayed: true };

  try {
    const answer = await ctx.store.transaction(async (tx) => {
      const result = await work({ ...ctx, store: tx, db: scoped(tx, ctx.workspaceId) });
      await complete(tx, held, result.stored);
      return result.answer;
    });
    return { ...answer, replayed: false };
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409, 412, 422].includes(error.status)) {
      await dropReservation(ctx.store, held);
      throw error;
    }
    const answer = answerOf(error);
    await completeReservation(ctx.store, held, answer);
    return { ...answer, replayed: false };
  }
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
  request: { key: string; fingerprint: string; operationId: string; actorId: string },
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
    await dropReservation(ctx.store, found);
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
