import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { Model } from '../../../shared/ai/models';
import type { ApiError } from '../../errors';

export type JsonRecord = Record<string, unknown>;

/** Tokens of one call. `prompt` includes `cached` and `cacheWrite`, and `completion` includes `reasoning`. */
export interface TokenUsage {
  prompt: number;
  completion: number;
  /** Read from a cache of the provider. */
  cached: number;
  /** Written to a cache of the provider. */
  cacheWrite: number;
  reasoning: number;
  /** Of the recording. */
  audioSeconds: number;
  /** Tokens of either side that providers charge at rates for which there is no price. */
  otherRates: number;
}

/** What a caller is told of the cost. */
export interface ReportedUsage extends TokenUsage {
  /** USD as a decimal string. */
  cost: string;
  costStatus: 'exact' | 'estimated' | 'price_unknown';
  /** The provider reported no tokens. */
  areTokensEstimated: boolean;
}

/** The tokens while an answer arrives. */
export interface UsageSoFar {
  /** Undefined until the provider has reported tokens. */
  readonly report: ReportedUsage | undefined;
  /** With an estimate of what the provider has not reported. */
  readonly finalReport: ReportedUsage;
}

/** What the caller got of a stream. */
export interface DeliveredEvents {
  first: JsonRecord | undefined;
  last: JsonRecord | undefined;
}

/** One event of a stream. Comments are not events. */
export interface StreamEvent {
  /** The field `event`; null if the event has none. */
  event: string | null;
  data: string;
  /** `data` as an object; undefined if it is something else, such as `[DONE]`. */
  json: JsonRecord | undefined;
}

/** A part of a stream as the caller gets it: the event itself, its replacement, or nothing. */
export type StreamDelivery = 'unchanged' | 'withheld' | Pick<StreamEvent, 'event' | 'data'>;

export interface CallEstimate {
  prompt: number;
  /** Of one choice; undefined if the request has no limit. */
  completion: number | undefined;
  choices?: number;
  audioSeconds?: number;
}

export interface PreparedFor {
  model: string;
  isStream: boolean;
  /** Replaces names of the caller’s users. */
  pseudonym: (user: string) => string;
}

/** Which part of an answer the caller asked for. */
export interface AnswerOptions {
  /** The caller asked for the tokens of a stream. */
  wantsUsage: boolean;
}

/**
 * How one endpoint is spoken: what goes to a provider, what its answers mean, and what callers get. All functions are
 * pure; `data` is a whole answer, or one event of a stream.
 */
export interface EndpointForm {
  endpoint: AiEndpoint;

  /** The request for a provider, whose own id of the model is `model`; a stream must report its tokens. */
  prepare(body: JsonRecord, target: PreparedFor): JsonRecord;
  /** Bounds before the call. */
  estimate(body: JsonRecord): CallEstimate;

  /** The provider’s own figures, wherever they stand. Later ones of a stream replace earlier ones. */
  usageIn(data: JsonRecord): JsonRecord | undefined;
  /** What all figures of one answer mean together. */
  tokensOf(usage: JsonRecord): Partial<TokenUsage>;
  /** Bytes of generated text, for an estimate where the provider reports no tokens. */
  generatedBytes(data: JsonRecord): number;
  /** The message of an event that reports a failure. */
  failureOf(event: StreamEvent): string | undefined;
  /** Whether a stream that ends with this event is complete. */
  isEnd(event: StreamEvent): boolean;

  /** A whole answer with the cost in its usage. */
  withUsage(answer: JsonRecord, usage: ReportedUsage): JsonRecord;
  /** An event for the caller. */
  deliver(event: StreamEvent, usage: UsageSoFar, options: AnswerOptions): StreamDelivery;
  /** An event before the last one, for streams whose provider reported no tokens. */
  missingUsage?(usage: ReportedUsage, last: JsonRecord | undefined): Pick<StreamEvent, 'event' | 'data'>;
  /** The event after which a failed stream ends. */
  failure(error: ApiError, delivered: DeliveredEvents): Pick<StreamEvent, 'event' | 'data'>;
}

/** The request as one provider gets it. */
export interface EncodedRequest {
  /** The request in the form of the provider; for a file, what stands beside it. */
  json: JsonRecord;
  body: string | ReadableStream<Uint8Array>;
  contentType: string;
  /** Bytes of a body that is a stream. */
  contentLength?: number;
  /** Headers of the caller that the provider gets. */
  headers?: Readonly<Record<string, string>>;
}

/** From the form of a route to the form of a provider’s endpoint and back. Throws an `ApiError` that names the field. */
export interface Conversion {
  request(body: JsonRecord, model: Model): JsonRecord;
  answer(answer: JsonRecord, request: JsonRecord): JsonRecord;
  /** One converter per stream. */
  stream(request: JsonRecord): StreamConversion;
}

export interface StreamConversion {
  push(event: StreamEvent): StreamEvent[];
  /** The last events, after the provider’s stream is complete. */
  end(): StreamEvent[];
}
