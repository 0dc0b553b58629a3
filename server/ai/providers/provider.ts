import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { AiProviderConfig, Model, ProviderStatus, WarningCode } from '../../../shared/ai/models';
import type { ModelPricing } from '../../../shared/ai/pricing';
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
  pricing: ModelPricing | null;
  supportedParameters: string[] | null;
  inputModalities: string[] | null;
  outputModalities: string[] | null;
  tokenizer: string | null;
  instructType: string | null;
  isModerated: boolean | null;
  /** Endpoints at the provider; null if its list does not name them. Older snapshots have none. */
  endpoints?: AiEndpoint[] | null;
  /** Of built-in models; providers do not report them. */
  uses?: Model['uses'];
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
  /** Endpoints that it speaks itself, of models whose list names none. */
  endpoints: readonly AiEndpoint[];
  /** The operator chose the endpoints, whatever the list of models names. */
  hasChosenEndpoints: boolean;
  /** Never rejects. */
  discover: (options?: DiscoverOptions) => Promise<Discovery>;
  redact: (text: string) => string;
  /** Undefined if unknown, as through a proxy. */
  acceptsConnections?: ((ms: number) => Promise<boolean>) | undefined;
  /** Any status. Throws an `AttemptFailure` if the provider could not be reached, or the abort of the signal. */
  send: (reservation: Reservation, request: UpstreamRequest) => Promise<Response>;
}

export type ProviderIdentity = Omit<
  AiProvider,
  'acceptsConnections' | 'discover' | 'discovery' | 'redact' | 'send' | 'type'
>;
