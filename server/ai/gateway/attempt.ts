import type { Model } from '../../../shared/ai/models';
import { retryAfterSeconds } from '../../egress/retry-after';
import { ApiError } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json-object';
import type { RawAnswer } from '../../raw';
import type { AiProvider } from '../providers/provider';
import { parseBytes, readBounded } from '../providers/read-body';
import type { GatewayContext } from './context';
import {
  AttemptFailure,
  badAnswer,
  CallerGone,
  failureOfAnswer,
  notConnected,
  callTimedOut,
  providerTimedOut,
  type Redact,
} from './failure';
import type { EncodedRequest } from './form';
import type { CallResult, Reservation } from './ledger';
import { Meter } from './meter';
import type { GatewayRoute, ModelCall, Way } from './route';
import type { StreamBlock } from './sse';
import { meterStream, requireNoFailure } from './stream';
import { textTypeOf } from './text-answers';
import { UpstreamEvents } from './upstream-events';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_LARGE_ANSWERS = 4;
const MAX_ERROR_BYTES = 64 * 1024;

export interface CallCandidate {
  model: Model;
  provider: AiProvider;
  urlUsed: string | null;
  way: Way;
}

interface AttemptOptions {
  route: Pick<GatewayRoute<never>, 'form' | 'passesText'>;
  call: ModelCall;
  candidate: CallCandidate;
  encoded: EncodedRequest;
  reservation: Reservation;
  /** What is left of the time for the call with all its attempts. */
  leftMs: number;
  gone: AbortSignal;
  settled: () => Promise<void>;
}

/** An answer for the caller; a stream has its `result` when it is over. */
export interface ModelAnswer {
  answer: RawAnswer;
  /** The whole answer; undefined for a stream and for text. */
  json: JsonObject | undefined;
  result: Promise<CallResult>;
}

interface Response200 {
  response: Response;
  signal: AbortSignal;
  meter: Meter;
  stop: AbortController;
  elapsedMs: () => number;
}

/** Throws an `AttemptFailure`, or `CallerGone`; nothing was sent to the caller then. */
export async function attempt(ctx: GatewayContext, options: AttemptOptions): Promise<ModelAnswer> {
  const { candidate, encoded, reservation, gone, call, leftMs } = options;
  const { timings, closing } = ctx.gateway;
  const began = performance.now();
  const stop = new AbortController();
  const limit = (ms: number, what: string) =>
    setTimeout(() => stop.abort(providerTimedOut(`The provider did not ${what} within ${ms / 1000} seconds.`)), ms);
  // A provider begins a whole answer when it is complete.
  const firstByte = call.isStream ? limit(timings.firstByteMs, 'begin its answer') : undefined;
  // A provider that was called when most of the time was over is not at fault.
  const isFault = leftMs >= timings.totalMs / 2;
  const total = setTimeout(() => stop.abort(callTimedOut(timings.totalMs, isFault)), leftMs);
  const signal = AbortSignal.any([gone, closing, stop.signal]);
  const { provider, urlUsed, way } = candidate;
  const meter = new Meter(way.form, {
    price: reservation.price,
    promptBytes: Buffer.byteLength(typeof encoded.body === 'string' ? encoded.body : JSON.stringify(encoded.json)),
    audioSeconds: call.estimate.audioSeconds,
  });
  // `fetch` says nothing of its connection, so one that takes long is tried beside it.
  let hasAnswered = false;
  const tryConnection = async (): Promise<void> => {
    const isAccepted = (await provider.acceptsConnections?.(timings.connectMs / 2)) ?? true;
    if (!isAccepted && !hasAnswered) stop.abort(notConnected(timings.connectMs));
  };
  const connecting = setTimeout(() => void tryConnection(), timings.connectMs / 2);

  try {
    const response = await provider.send(reservation, { ...encoded, endpoint: way.form.endpoint, urlUsed, signal });
    hasAnswered = true;
    clearTimeout(connecting);
    reservation.markSent();
    if (!response.ok) throw await failureIn(response, ctx.now(), provider.redact);
    const found: Response200 = {
      response,
      signal,
      meter,
      stop,
      elapsedMs: () => performance.now() - began,
    };
    const answered = call.isStream ? await openStream(ctx, options, found) : await readWhole(ctx, options, found);
    clearTimeout(firstByte);
    void answered.result.finally(() => clearTimeout(total));
    return answered;
  } catch (error) {
    for (const timer of [connecting, firstByte, total]) clearTimeout(timer);
    const reason: unknown = stop.signal.reason;
    const failure = reason instanceof AttemptFailure ? reason : error;
    const isUnsent = failure instanceof AttemptFailure && failure.isUnsent;
    if (!isUnsent) reservation.markSent();
    stop.abort();
    if (gone.aborted) throw new CallerGone(isUnsent ? undefined : meter);
    if (closing.aborted) throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
    throw failure;
  }
}

async function failureIn(response: Response, now: Date, redact: Redact): Promise<AttemptFailure> {
  const body = await readBounded(response, MAX_ERROR_BYTES);
  const text = body.ok ? new TextDecoder().decode(body.bytes) : '';
  const answer = {
    status: response.status,
    body: text,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), now),
  };
  return failureOfAnswer(answer, redact);
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A buffering proxy would delay the stream.
  'X-Accel-Buffering': 'no',
};

async function openStream(
  ctx: GatewayContext,
  { route, call, candidate, gone, settled }: AttemptOptions,
  { response, signal, meter, stop, elapsedMs }: Response200,
): Promise<ModelAnswer> {
  const { timings } = ctx.gateway;
  if (response.body === null || !isType(response, 'text/event-stream')) {
    throw badAnswer('The provider did not answer with a stream.');
  }
  const { way, provider } = candidate;
  const events = new UpstreamEvents(response.body);
  const first = await firstOf(events);

  /** Read before the headers, so that an error still has a status of its own. */
  async function firstOf(from: UpstreamEvents): Promise<StreamBlock[]> {
    try {
      const blocks = await from.next();
      if (blocks === undefined) throw badAnswer('The provider sent an empty stream.');
      requireNoFailure(way.form, blocks[0]?.event, provider.redact);
      return blocks;
    } catch (error) {
      from.close();
      throw error;
    }
  }

  const { body, result } = meterStream(first, events, {
    from: way.form,
    to: route.form,
    redact: provider.redact,
    conversion: way.conversion?.stream(call.json),
    meter,
    wantsUsage: call.wantsUsage,
    keepaliveMs: timings.keepaliveMs,
    silenceMs: timings.silenceMs,
    firstTokenMs: elapsedMs(),
    gone,
    stopped: signal,
    abort: () => stop.abort(),
    settled,
  });
  return { answer: { headers: STREAM_HEADERS, body: () => body }, json: undefined, result };
}

/** Few large answers are in memory at once: each takes several times its size until it is sent. */
async function readWhole(ctx: GatewayContext, options: AttemptOptions, found: Response200): Promise<ModelAnswer> {
  const { largeAnswers, timings } = ctx.gateway;
  let leave: (() => void) | undefined;
  try {
    const body = await readBounded(found.response, MAX_ANSWER_BYTES, async () => {
      leave = await largeAnswers.enter('', {
        workspaceId: ctx.workspaceId,
        max: MAX_LARGE_ANSWERS,
        waitMs: timings.totalMs,
        signal: found.signal,
      });
    });
    return wholeAnswer(options, found, body);
  } finally {
    leave?.();
  }
}

function wholeAnswer(
  { route, call, candidate }: AttemptOptions,
  { response, meter, elapsedMs }: Response200,
  body: Awaited<ReturnType<typeof readBounded>>,
): ModelAnswer {
  const { way } = candidate;
  if (!body.ok) {
    meter.readPart(body.size);
    throw badAnswer(
      body.reason === 'too_large'
        ? 'The answer of the provider is too large.'
        : 'The connection to the provider was closed before the answer was complete.',
    );
  }
  const result = (): Promise<CallResult> =>
    Promise.resolve({
      outcome: 'succeeded',
      status: 200,
      errorCode: null,
      usage: meter.usage,
      isEstimated: meter.isEstimated,
      firstTokenMs: elapsedMs(),
    });
  const textType = route.passesText ? textTypeOf(response.headers.get('content-type')) : undefined;
  if (textType !== undefined) {
    meter.read({ text: new TextDecoder().decode(body.bytes) });
    const answer = { headers: { 'Content-Type': textType }, body: new Uint8Array(body.bytes) };
    return { answer, json: undefined, result: result() };
  }
  const answer = parseBytes(body.bytes);
  if (!isJsonObject(answer)) throw badAnswer('The provider answered with something that is not JSON.');
  requireNoFailure(way.form, { event: null, data: '', json: answer }, candidate.provider.redact);

  meter.read(answer);
  const own = way.conversion ? way.conversion.answer(answer, call.json) : answer;
  const json = route.form.withUsage(own, meter.finalReport);
  return {
    answer: { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(json) },
    json,
    result: result(),
  };
}

const isType = (response: Response, type: string): boolean =>
  response.headers.get('content-type')?.trim().toLowerCase().startsWith(type) ?? false;
