import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { AiProviderConfig, Model, ProviderStatus, WarningCode } from '../../../shared/ai/models';
import type { EncodedRequest } from '../gateway/form';
import type { Reservation } from '../gateway/ledger';

export interface UpstreamModel {
  id: string;
  name: string | null;
  description: string | null;
  created: number | null;
  ownedBy: string | null;
  contextLength: number | null;
  maxOutputTokens: number | null;
  pricing: Pricing | null;
  supportedParameters: string[] | null;
  inputModalities: string[] | null;
  outputModalities: string[] | null;
  tokenizer: string | null;
  instructType: string | null;
  isModerated: boolean | null;
  /** Of built-in models; providers do not report them. */
  uses?: Model['uses'];
}

export interface Pricing {
  prompt: string;
  completion: string;
  request: string;
  input_cache_read: string | null;
  input_cache_write: string | null;
  audio_minute: string | null;
  currency: string;
}

export type FailureCode = Exclude<WarningCode, 'no_provider_configured' | 'models_dropped'>;

export type Discovery = DiscoverySuccess | DiscoveryFailure;

export interface DiscoverySuccess {
  ok: true;
  models: UpstreamModel[];
  dropped: number;
  urlUsed: string | null;
  httpStatus: number | null;
}

export interface DiscoveryFailure {
  ok: false;
  code: FailureCode;
  /** Shown to all users: never contains an address, a key or text of the provider. */
  detail: string;
  operatorDetail?: string;
  retryAfterMs?: number;
  urlUsed: string | null;
  httpStatus: number | null;
}

export interface DiscoverOptions {
  /** The address that worked last time, which is tried first. */
  urlUsed?: string | null;
  signal?: AbortSignal;
}

export interface UpstreamRequest extends EncodedRequest {
  endpoint: AiEndpoint;
  /** The address that worked for the list of models. */
  urlUsed: string | null;
  signal: AbortSignal;
}

/** The key is in a closure, so that no dump of this object shows it. */
export interface AiProvider {
  slug: string;
  name: string;
  type: AiProviderConfig['type'];
  location: 'local' | 'cloud';
  workspaces: '*' | readonly string[];
  /** `static` means that `discover` is never called. */
  discovery: 'live' | Extract<ProviderStatus, 'static'>;
  include: readonly string[];
  exclude: readonly string[];
  models: AiProviderConfig['models'];
  maxConcurrency: number;
  /** Endpoints that it speaks itself. */
  endpoints: readonly AiEndpoint[];
  /** Never rejects. */
  discover: (options?: DiscoverOptions) => Promise<Discovery>;
  /** Hides its key, headers and address. */
  redact: (text: string) => string;
  /** Undefined if that cannot be found out, as through a proxy. */
  acceptsConnections?: ((ms: number) => Promise<boolean>) | undefined;
  /** Any status. Throws an `AttemptFailure` if the provider could not be reached, or the abort of the signal. */
  send: (reservation: Reservation, request: UpstreamRequest) => Promise<Response>;
}

export type ProviderIdentity = Omit<
  AiProvider,
  'acceptsConnections' | 'discover' | 'discovery' | 'redact' | 'send' | 'type'
>;
