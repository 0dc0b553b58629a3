import { eq } from 'drizzle-orm';

import { MAX_BUDGET_MICRO_USD } from '../../../shared/ai/budgets';
import type { Model } from '../../../shared/ai/models';
import type { AiOutcome } from '../../../shared/ai/requests';
import { DAY_MS } from '../../../shared/durations';
import type { ErrorCode } from '../../../shared/errors';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { idempotencyInProgress } from '../../idempotency/idempotency';
import { type CallEnd, endCall, insertCall } from '../queries/ledger';
import { aiRequests } from '../schema';
import { budgetExceeded, inPeriod, lockBudgets, refusingBudget, withNotices, writeBudget } from './budgets';
import { audioMsOf, costOf, FREE, lacksOwnPrice, NO_TOKENS, priceOf, priceVersion, type Price } from './cost';
import type { TokenUsage } from './form';
import type { StartedCall, LedgerContext } from './ledger-context';
import { insertRefusal } from './refusals';
import { countDay } from './usage-days';

export interface CallResult {
  outcome: Exclude<AiOutcome, 'running' | 'lost'>;
  status: number;
  errorCode: ErrorCode | null;
  usage: TokenUsage;
  isEstimated: boolean;
  firstTokenMs: number | null;
}

/** No provider answers without one, and only `spend` makes one, which it always settles. */
export type Reservation = OpenReservation;

class OpenReservation {
  readonly id: string;
  readonly budgetIds: readonly string[];
  readonly #isFree: boolean;
  #model: Model | undefined;
  #attempts = 0;
  #wasSent = false;

  constructor({ id, isFree }: Pick<StartedCall, 'id' | 'isFree'>, budgetIds: readonly string[]) {
    this.id = id;
    this.#isFree = isFree;
    this.budgetIds = budgetIds;
  }

  use(model: Model): void {
    this.#model = model;
    this.#attempts += 1;
  }

  /** From here on the provider may have charged for the call. */
  markSent(): void {
    this.#wasSent = true;
  }

  get price(): Price | null {
    if (this.#isFree) return FREE;
    return this.#model ? priceOf(this.#model) : null;
  }

  get used() {
    return { model: this.#model, attempts: this.#attempts, wasSent: this.#wasSent };
  }
}

const IDEMPOTENCY_MS = DAY_MS;
/** What the column can store: a lost call may be found after weeks. */
const MAX_LATENCY_MS = 2 ** 31 - 1;
const CHARGED: ReadonlySet<AiOutcome> = new Set(['succeeded', 'client_closed', 'interrupted']);

/** Runs in the transaction that charges the answer. Returns the events to emit. */
type Alongside = (tx: ScopedDb, result: CallResult) => Promise<NewEvent[]>;

/** Throws 402 if a budget has too little left, 409 for a used idempotency key. Settles what throws as failed. */
export async function spend(
  ctx: LedgerContext,
  started: StartedCall,
  work: (reservation: Reservation) => Promise<CallResult>,
  alongside?: Alongside,
): Promise<CallResult> {
  const began = performance.now();
  const reservation = await reserve(ctx, started);
  const finish = (result: CallResult, more?: Alongside): Promise<void> =>
    ctx.afterOutage.run(() =>
      settleCall(
        ctx,
        started,
        reservation,
        { ...result, latencyMs: performance.now() - began },
        more && ((tx) => more(tx, result)),
      ),
    );
  try {
    const result = await work(reservation);
    try {
      await finish(result, alongside);
    } catch (error) {
      // The answer cannot be used, but it was given.
      if (alongside) await finish(result);
      throw error;
    }
    return result;
  } catch (error) {
    await finish(failedCall(error));
    throw error;
  }
}

/** Of a call that failed before its answer began. */
export function failedCall(error: unknown): CallResult {
  const known = error instanceof ApiError ? error : new ApiError('internal_error');
  const outcome = known.status < 500 ? 'refused' : 'failed';
  return {
    outcome,
    status: known.status,
    errorCode: known.code,
    usage: NO_TOKENS,
    isEstimated: false,
    firstTokenMs: null,
  };
}

async function reserve(ctx: LedgerContext, started: StartedCall): Promise<OpenReservation> {
  const { estimateMicroUsd: estimate, keyId } = started;
  // A power cut ends the calls too, and frees what they reserved; only keys that are used must stay known.
  const options = { isRelaxed: started.idempotencyKey === null };
  const reserved = await ctx.db.transaction(async (tx): Promise<OpenReservation | ApiError> => {
    const now = ctx.now();
    if (started.idempotencyKey !== null) await requireUnused(tx, started.idempotencyKey, now);
    const budgets = (await lockBudgets(tx, keyId)).map((row) => inPeriod(row, now));
    const refusing = refusingBudget(budgets, estimate);
    if (refusing) {
      const { row, events } = withNotices(refusing, estimate, now);
      await writeBudget(tx, row);
      const error = budgetExceeded(row);
      await insertRefusal(tx, started, { error, now });
      await emit(ctx, tx, events);
      return error;
    }
    for (const row of budgets) {
      await writeBudget(tx, { ...row, reservedMicroUsd: row.reservedMicroUsd + estimate });
    }
    const budgetIds = budgets.map(({ id }) => id);
    const row = {
      id: started.id,
      keyId,
      source: started.source,
      endpoint: started.endpoint,
      isStream: started.isStream,
      requestedModel: started.requestedModel,
      outcome: 'running' as const,
      reservedMicroUsd: estimate,
      budgetIds,
      idempotencyKey: started.idempotencyKey,
      leaseOwner: ctx.node.id,
      createdAt: now,
    };
    // Without a key it conflicts with no other row, and a plain insert costs less.
    if (row.idempotencyKey === null) await insertCall(tx, row);
    // Rolls the reservation back: another call with the key has just begun.
    else if ((await tx.upsert(aiRequests, [row])).length === 0) throw idempotencyInProgress();
    return new OpenReservation(started, budgetIds);
  }, options);
  if (reserved instanceof ApiError) throw reserved;
  return reserved;
}

/** Answers are not stored, so a key is good for one call. */
async function requireUnused(tx: ScopedDb, key: string, now: Date): Promise<void> {
  const where = eq(aiRequests.idempotencyKey, key);
  const [earlier] = await tx.select(aiRequests, { where, limit: 1 });
  if (!earlier) return;
  if (now.getTime() - earlier.createdAt.getTime() >= IDEMPOTENCY_MS) {
    await tx.update(aiRequests, where, { idempotencyKey: null });
    return;
  }
  if (earlier.outcome === 'running') throw idempotencyInProgress();
  throw new ApiError('conflict', {
    detail: 'A call with this Idempotency-Key was already made. Its answer is not stored; use a new key.',
    extra: { conflicting_id: earlier.id },
    headers: { 'x-should-retry': 'false' },
  });
}

type Settled = Pick<Reservation, 'budgetIds' | 'price' | 'used'>;

/** In millionths of a US dollar; 0 for calls that providers do not charge. */
export const chargeOf = (
  { price, used }: Pick<Settled, 'price' | 'used'>,
  { outcome, usage }: { outcome: AiOutcome; usage: TokenUsage },
): number => (used.wasSent && CHARGED.has(outcome) ? costOf(price, usage) : 0);

export async function settleCall(
  ctx: LedgerContext,
  started: Pick<StartedCall, 'id' | 'keyId' | 'estimateMicroUsd'>,
  { budgetIds, price, used }: Settled,
  result: Omit<CallResult, 'outcome'> & { outcome: Exclude<AiOutcome, 'running'>; latencyMs: number },
  alongside?: (tx: ScopedDb) => Promise<NewEvent[]>,
): Promise<void> {
  const { usage } = result;
  const cost = chargeOf({ price, used }, result);

  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const call: CallEnd = {
      id: started.id,
      modelId: used.model?.id ?? null,
      providerSlug: used.model?.provider.slug ?? null,
      attempts: used.attempts,
      outcome: result.outcome,
      status: result.status,
      errorCode: result.errorCode,
      promptTokens: usage.prompt,
      completionTokens: usage.completion,
      cachedTokens: usage.cached,
      cacheWriteTokens: usage.cacheWrite,
      reasoningTokens: usage.reasoning,
      audioMs: price?.audioMinute == null ? 0 : audioMsOf(usage),
      costMicroUsd: cost,
      estimated: result.isEstimated || lacksOwnPrice(price, usage),
      price,
      priceVersion: price && priceVersion(price),
      latencyMs: Math.min(Math.round(result.latencyMs), MAX_LATENCY_MS),
      firstTokenMs: result.firstTokenMs === null ? null : Math.round(result.firstTokenMs),
      endedAt: now,
      // If the provider was not asked, the call may be repeated.
      keepsIdempotencyKey: used.wasSent,
    };
    const begun = await endCall(tx, call);
    if (!begun) return;

    const events: NewEvent[] = [];
    for (const budget of (await lockBudgets(tx, started.keyId)).map((one) => inPeriod(one, now))) {
      const released = budgetIds.includes(budget.id) ? started.estimateMicroUsd : 0;
      const noted = withNotices(
        {
          ...budget,
          spentMicroUsd: Math.min(budget.spentMicroUsd + cost, MAX_BUDGET_MICRO_USD),
          reservedMicroUsd: Math.max(0, budget.reservedMicroUsd - released),
        },
        0,
        now,
      );
      await writeBudget(tx, noted.row);
      events.push(...noted.events);
    }
    await countDay(tx, { ...call, ...begun, keyId: started.keyId });
    if (alongside) events.push(...(await alongside(tx)));
    await emit(ctx, tx, events);
  });
}
