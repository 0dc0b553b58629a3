import { ApiError } from '../../errors';
import { type JsonObject, parseObject } from '../../json-object';
import { mask } from '../../secrets/mask';
import type { Meter } from './meter';

const MAX_MESSAGE = 500;
/** Longer than any key that begins in the part that is shown. */
const MAX_EXAMINED = 16 * 1024;
const PROVIDER_KEY = /\b(?:sk|pk|key|gsk|xai|AIza)[-_]?[\w-]{16,}/g;
/** Of servers behind the provider, with or without a port. */
const ADDRESS = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?!\w|\.\d)|\[[\da-f]*:[\da-f:.]*\](?::\d{1,5})?/gi;
const CONTEXT_OVERFLOW = /context.{0,20}(?:length|window|size)|maximum context|too many tokens|prompt is too long/i;
const DEFAULT_RETRY_SECONDS = 10;

export class AttemptFailure extends Error {
  readonly error: ApiError;
  /** The provider’s fault, which counts for its breaker. */
  readonly isFault: boolean;
  /** It does not depend on the request, so that it concerns all callers of the provider. */
  readonly concernsAll: boolean;
  readonly mayTryNext: boolean;
  /** The provider was not reached, so the same request may be sent to it again. */
  readonly isUnsent: boolean;
  /** What is known of the provider’s models is outdated. */
  readonly isStale: boolean;

  constructor(
    error: ApiError,
    { isFault = false, concernsAll = false, mayTryNext = true, isUnsent = false, isStale = false } = {},
  ) {
    super(error.message);
    this.error = error;
    this.isFault = isFault;
    this.concernsAll = concernsAll;
    this.mayTryNext = mayTryNext;
    this.isUnsent = isUnsent;
    this.isStale = isStale;
  }
}

export const unreachable = (): AttemptFailure =>
  new AttemptFailure(new ApiError('upstream_error', 'The provider could not be reached.'), {
    isFault: true,
    concernsAll: true,
    isUnsent: true,
  });

export const notConnected = (ms: number): AttemptFailure =>
  new AttemptFailure(
    new ApiError('upstream_timeout', `No connection to the provider was made within ${ms / 1000} seconds.`),
    { isFault: true, concernsAll: true, isUnsent: true },
  );

export const providerTimedOut = (detail: string): AttemptFailure =>
  new AttemptFailure(new ApiError('upstream_timeout', detail), { isFault: true });

export const callTimedOut = (totalMs: number, isFault: boolean): AttemptFailure =>
  new AttemptFailure(
    new ApiError('upstream_timeout', `The answer was not complete within ${totalMs / 1000} seconds.`),
    { isFault, mayTryNext: false },
  );

export const badAnswer = (detail: string): AttemptFailure =>
  new AttemptFailure(new ApiError('upstream_error', detail), { isFault: true });

/** The answer of a caller for a status of a provider, which is never the caller’s 401 or 403. */
export function failureOfAnswer(
  { status, body, retryAfterSeconds }: { status: number; body: string; retryAfterSeconds: number | null },
  redact: Redact,
): AttemptFailure {
  const found = providerMessage(parseObject(body) ?? null);
  const message = found === undefined ? undefined : redacted(found, redact);
  const said = message === undefined ? '' : ` It said: ${message}`;
  if (status === 400 || status === 413 || status === 422) {
    const error = new ApiError('validation_failed', {
      detail: message ?? 'The provider refused the request.',
      ...(CONTEXT_OVERFLOW.test(message ?? '') ? { upstreamCode: 'context_length_exceeded' } : {}),
    });
    return new AttemptFailure(error, { mayTryNext: false });
  }
  if (status === 401 || status === 403) {
    const detail = 'The provider refused the key of this service. The administrator must correct it.';
    // Some providers answer with 403 to prompts that they do not allow.
    const concernsAll = status === 401;
    return new AttemptFailure(new ApiError('upstream_error', detail), { isFault: true, concernsAll, isStale: true });
  }
  if (status === 404) {
    return new AttemptFailure(new ApiError('not_found', 'The provider does not have the model.'), { isStale: true });
  }
  if (status === 402 || status === 429) {
    const headers = { 'Retry-After': String(retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) };
    return new AttemptFailure(
      new ApiError('rate_limited', { detail: `The provider limits its calls.${said}`, headers }),
    );
  }
  return badAnswer(`The provider answered with status ${status}.${said}`);
}

export type Redact = (text: string) => string;

/** The provider’s own words, shortened and without keys. */
export function redacted(text: string, redact: Redact): string {
  const clean = mask(redact(text.slice(0, MAX_EXAMINED)))
    .replaceAll(PROVIDER_KEY, '[redacted]')
    .replaceAll(ADDRESS, '[address]')
    .replaceAll(/https?:\/\/[^\s"']+/g, '[url]');
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE - 1).toWellFormed()}…` : clean;
}

/** Of `{error: {message}}`, `{error: "…"}`, `{message}` or `{detail}`, not yet redacted; undefined without a text. */
export function providerMessage(answer: JsonObject | null): string | undefined {
  const error = answer?.['error'];
  const found =
    typeof error === 'object' && error !== null ? (error as JsonObject)['message'] : (error ?? answer?.['message']);
  const text = found ?? answer?.['detail'];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The caller left before there was an answer. `meter` has what of it was read, if the provider was asked. */
export class CallerGone extends Error {
  readonly meter: Meter | undefined;

  constructor(meter?: Meter) {
    super('The caller left.');
    this.meter = meter;
  }
}
