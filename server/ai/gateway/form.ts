import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { Model } from '../../../shared/ai/models';
import type { ApiError } from '../../errors';
import type { JsonObject } from '../../json-object';

/** Tokens of one call. `prompt` includes `cached` and `cacheWrite`, and `completion` includes `reasoning`. */
export interface TokenUsage {
  prompt: number;
  completion: number;
  /** Read from a cache of the provider. */
  cached: number;
  /** Written to a cache of the provider. */
  cacheWrite: number;
  reasoning: number;
  audioSeconds: number;
  /** Tokens of either side that providers charge at rates for which there is no price. */
  otherRates: number;
}

export interface ReportedUsage extends TokenUsage {
  /** USD as a decimal string. */
  cost: string;
  costStatus: 'exact' | 'estimated' | 'price_unknown';
  /** The provider reported no tokens. */
  areTokensEstimated: boolean;
}

export interface UsageSoFar {
  /** Undefined until the provider has reported tokens. */
  readonly report: ReportedUsage | undefined;
  /** With an estimate of what the provider has not reported. */
  readonly finalReport: ReportedUsage;
}

export interface DeliveredEvents {
  first: JsonObject | undefined;
  last: JsonObject | undefined;
}

/** Comments are not events. */
export interface StreamEvent {
  event: string | null;
  data: string;
  /** `data` as an object; undefined if it is something else, such as `[DONE]`. */
  json: JsonObject | undefined;
}

/** The event itself, nothing, or its replacement. */
type StreamDelivery = 'unchanged' | 'withheld' | Pick<StreamEvent, 'event' | 'data'>;

interface CallEstimate {
  prompt: number;
  /** Of one choice; undefined if the request has no limit. */
  completion: number | undefined;
  choices?: number;
  audioSeconds?: number;
}

interface PreparedFor {
  model: string;
  isStream: boolean;
  /** Replaces names of the caller’s users. */
  pseudonym: (user: string) => string;
}

interface AnswerOptions {
  wantsUsage: boolean;
}

/** How one endpoint is spoken. All functions are pure; `data` is a whole answer, or one event of a stream. */
export interface EndpointForm {
  endpoint: AiEndpoint;

  /** `model` is the provider’s own id; a stream must report its tokens. */
  prepare(body: JsonObject, target: PreparedFor): JsonObject;
  estimate(body: JsonObject): CallEstimate;

  /** The provider’s own numbers, wherever they are. Later ones of a stream replace earlier ones. */
  usageIn(data: JsonObject): JsonObject | undefined;
  tokensOf(usage: JsonObject): Partial<TokenUsage>;
  /** Bytes of generated text, for an estimate where the provider reports no tokens. */
  generatedBytes(data: JsonObject): number;
  failureOf(event: StreamEvent): string | undefined;
  isEnd(event: StreamEvent): boolean;

  withUsage(answer: JsonObject, usage: ReportedUsage): JsonObject;
  deliver(event: StreamEvent, usage: UsageSoFar, options: AnswerOptions): StreamDelivery;
  /** An event before the last one, for streams whose provider reported no tokens. */
  missingUsage?(usage: ReportedUsage, last: JsonObject | undefined): Pick<StreamEvent, 'event' | 'data'>;
  /** The event after which a failed stream ends. */
  failure(error: ApiError, delivered: DeliveredEvents): Pick<StreamEvent, 'event' | 'data'>;
}

export interface EncodedRequest {
  /** In the form of the provider; for a file, the fields beside it. */
  json: JsonObject;
  body: string | ReadableStream<Uint8Array>;
  contentType: string;
  contentLength?: number;
  headers?: Readonly<Record<string, string>>;
}

/** From the form of a route to the provider’s and back. Throws an `ApiError` that names the field. */
export interface Conversion {
  request(body: JsonObject, model: Model): JsonObject;
  answer(answer: JsonObject, request: JsonObject): JsonObject;
  stream(request: JsonObject): StreamConversion;
}

export interface StreamConversion {
  push(event: StreamEvent): StreamEvent[];
  /** The last events, after the provider’s stream is complete. */
  end(): StreamEvent[];
}
