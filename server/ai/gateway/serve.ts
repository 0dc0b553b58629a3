import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import type { JsonObject } from '../../json-object';
import type { RawAnswer } from '../../raw';
import { attempt, type ModelAnswer, type CallCandidate } from './attempt';
import { candidatesOf } from './candidates';
import type { GatewayContext } from './context';
import { maxCostOf, NO_TOKENS, priceOf } from './cost';
import { defaultOutputTokens } from './estimate';
import { AttemptFailure, CallerGone, callTimedOut } from './failure';
import { type CallResult, chargeOf, failedCall, type Reservation, spend } from './ledger';
import type { StartedCall } from './ledger-context';
import type { Meter } from './meter';
import { reportFailed, reportRecovered } from './provider-health';
import { recordRefusal } from './refusals';
import type { GatewayRoute, ModelCall } from './route';

interface CallOrigin extends Pick<StartedCall, 'id' | 'keyId' | 'source' | 'idempotencyKey'> {
  /** For whole answers, in the transaction that charges them; an error does not undo it. Returns events to emit. */
  record?: (tx: ScopedDb, served: Omit<Served, 'result'>, result: CallResult) => Promise<NewEvent[]>;
}

interface Served {
  answer: RawAnswer;
  json: JsonObject | undefined;
  modelId: string;
  result: Promise<CallResult>;
}

/** Resolves with the first byte. Every call of a model goes through here: reserved first, settled however it ends. */
export async function serveCall(
  ctx: GatewayContext,
  route: Pick<GatewayRoute<never>, 'form' | 'ways' | 'passesText' | 'isFree'>,
  call: ModelCall,
  caller: CallOrigin,
): Promise<Served> {
  const { record, ...origin } = caller;
  const named = {
    ...origin,
    endpoint: route.form.endpoint,
    isStream: call.isStream,
    requestedModel: call.models[0] ?? '',
  };
  const candidates = await candidatesOf(ctx, route, call.models).catch(async (error: unknown) => {
    if (error instanceof ApiError) await recordRefusal(ctx, named, error);
    throw error;
  });
  const gone = ctx.signal?.() ?? new AbortController().signal;
  const opened = Promise.withResolvers<Served>();
  const started: StartedCall = {
    ...named,
    isFree: route.isFree ?? false,
    estimateMicroUsd: route.isFree ? 0 : Math.max(...candidates.map((one) => estimateOf(call, one))),
  };

  let whole: Omit<Served, 'result'> | undefined;
  let made: Reservation | undefined;
  const spending: Promise<CallResult> = ctx.gateway.track(
    spend(
      ctx,
      started,
      async (reservation) => {
        made = reservation;
        try {
          const { model, answered } = await firstAnswer(ctx, { route, call, candidates, reservation, gone, settled });
          const served = { answer: answered.answer, json: answered.json, modelId: model.id };
          // A whole answer follows its settlement; a stream waits for it before its last event.
          if (call.isStream) opened.resolve({ ...served, result: answered.result });
          else whole = served;
          return await answered.result;
        } catch (error) {
          if (error instanceof CallerGone) return clientClosed(error.meter);
          throw error instanceof AttemptFailure ? error.error : error;
        }
      },
      record && (async (tx, result) => (whole ? record(tx, whole, result) : [])),
    ),
  );
  async function settled(): Promise<void> {
    await spending.catch(() => undefined);
  }
  const count = (result: CallResult): void => {
    if (made) ctx.gateway.count(made.used.model?.provider.slug ?? '', result, chargeOf(made, result));
  };
  const close = async (): Promise<void> => {
    try {
      const result = await spending;
      count(result);
      if (whole) opened.resolve({ ...whole, result: Promise.resolve(result) });
      else opened.reject(new ApiError('unavailable', 'The caller left before the answer.'));
    } catch (error) {
      count(failedCall(error));
      opened.reject(error);
    }
  };
  void close();
  return opened.promise;
}

/** The provider stops too: what it may have read is charged, and what of its answer has arrived. */
const clientClosed = (meter: Meter | undefined): CallResult => ({
  outcome: 'client_closed',
  status: 499,
  errorCode: null,
  usage: meter?.usage ?? NO_TOKENS,
  isEstimated: meter?.isEstimated ?? false,
  firstTokenMs: null,
});

function estimateOf({ estimate }: ModelCall, { model }: CallCandidate): number {
  const completion = (estimate.completion ?? defaultOutputTokens(model)) * (estimate.choices ?? 1);
  return maxCostOf(priceOf(model), {
    prompt: Math.ceil(estimate.prompt),
    completion: Math.ceil(completion),
    audioSeconds: estimate.audioSeconds ?? 0,
  });
}

interface Attempts {
  route: Parameters<typeof serveCall>[1];
  call: ModelCall;
  candidates: readonly CallCandidate[];
  reservation: Reservation;
  gone: AbortSignal;
  settled: () => Promise<void>;
}

async function firstAnswer(
  ctx: GatewayContext,
  attempts: Attempts,
): Promise<CallCandidate & { answered: ModelAnswer }> {
  const { totalMs } = ctx.gateway.timings;
  const endsAt = performance.now() + totalMs;
  let failure: unknown;
  for (const candidate of attempts.candidates) {
    try {
      const answered = await ofCandidate(ctx, { ...attempts, endsAt }, candidate);
      if (answered) return { ...candidate, answered };
      break;
    } catch (error) {
      failure = error;
      if (attempts.gone.aborted) throw error instanceof CallerGone ? error : new CallerGone();
      if (!(error instanceof AttemptFailure) || !error.mayTryNext) break;
    }
  }
  throw failure ?? new ApiError('unavailable');
}

/** Undefined if the body of the request is used up. */
async function ofCandidate(
  ctx: GatewayContext,
  { route, call, reservation, gone, settled, endsAt }: Attempts & { endsAt: number },
  candidate: CallCandidate,
): Promise<ModelAnswer | undefined> {
  const { slots, breaker, timings } = ctx.gateway;
  const { provider, way, model } = candidate;
  const leave = await slots.enter(provider.slug, {
    workspaceId: ctx.workspaceId,
    max: provider.maxConcurrency,
    waitMs: timings.slotMs,
    signal: gone,
  });
  try {
    breaker.check(provider.slug, ctx.workspaceId);
  } catch (error) {
    leave();
    throw error;
  }
  try {
    const answered = await retried(async () => {
      const encoded = call.encode(way, model);
      if (!encoded) return undefined;
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) throw callTimedOut(timings.totalMs, false);
      reservation.use(model);
      return attempt(ctx, { route, call, candidate, encoded, reservation, leftMs, gone, settled });
    });
    if (!answered) {
      leave();
      breaker.ignored(provider.slug, ctx.workspaceId);
      return undefined;
    }
    void recordResult(ctx, candidate, answered, leave);
    return answered;
  } catch (error) {
    leave();
    if (error instanceof AttemptFailure && error.isFault) {
      recordFailure(ctx, candidate, { code: error.error.code, concernsAll: error.concernsAll });
    } else breaker.ignored(provider.slug, ctx.workspaceId);
    // The list of models then shows users the problem, such as a key that the provider refuses.
    if (error instanceof AttemptFailure && error.isStale && ctx.gateway.mayRefresh(provider.slug)) {
      void ctx.models.catalogue.refresh(provider.slug);
    }
    throw error;
  }
}

async function recordResult(
  ctx: GatewayContext,
  candidate: CallCandidate,
  answered: ModelAnswer,
  leave: () => void,
): Promise<void> {
  const { provider } = candidate;
  const result = await answered.result;
  leave();
  const { breaker } = ctx.gateway;
  if (result.outcome === 'interrupted') {
    recordFailure(ctx, candidate, { code: result.errorCode ?? 'upstream_error', concernsAll: false });
  } else if (result.outcome !== 'succeeded') breaker.ignored(provider.slug, ctx.workspaceId);
  else if (breaker.succeeded(provider.slug, ctx.workspaceId)) reportRecovered(ctx, provider);
}

/** Retries once what did not reach the provider. */
async function retried<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AttemptFailure) || !error.isUnsent) throw error;
    const again = await work();
    if (again === undefined) throw error;
    return again;
  }
}

function recordFailure(
  ctx: GatewayContext,
  { provider }: CallCandidate,
  failure: { code: string; concernsAll: boolean },
): void {
  const { breaker, closing } = ctx.gateway;
  if (closing.aborted) return;
  if (breaker.failed(provider.slug, ctx.workspaceId, failure.concernsAll)) reportFailed(ctx, provider, failure);
}
