import type { AiProviderConfig, ProviderStatus, WarningCode } from '../../../shared/ai/models';

/** A model as its provider describes it, with everything that we do not use left out. */
export interface UpstreamModel {
  id: string;
  name: string | null;
  description: string | null;
  /** Unix time in seconds. */
  created: number | null;
  ownedBy: string | null;
  contextLength: number | null;
  maxOutputTokens: number | null;
  /** Decimal texts a token. */
  pricing: Pricing | null;
  supportedParameters: string[] | null;
  inputModalities: string[] | null;
  outputModalities: string[] | null;
  tokenizer: string | null;
  instructType: string | null;
  isModerated: boolean | null;
}

export interface Pricing {
  prompt: string;
  completion: string;
  request: string;
  currency: string;
}

export type FailureCode = Exclude<WarningCode, 'no_provider_configured' | 'models_dropped'>;

/** What one question to a provider came to. */
export type Discovery = DiscoverySuccess | DiscoveryFailure;

export interface DiscoverySuccess {
  ok: true;
  models: UpstreamModel[];
  /** Entries that could not be offered: twice the same id, a bad id, over the limit. */
  dropped: number;
  urlUsed: string | null;
  httpStatus: number | null;
}

export interface DiscoveryFailure {
  ok: false;
  code: FailureCode;
  /** For everyone: never holds an address, a key or text of the provider. */
  detail: string;
  /** For the operator, besides `detail`: may name the address. */
  operatorDetail?: string;
  retryAfterMs?: number;
  urlUsed: string | null;
  httpStatus: number | null;
}

export interface DiscoverOptions {
  /** The address that worked last time; it is tried first. */
  urlUsed?: string | null;
  signal?: AbortSignal;
}

/** An outside system that offers models. Its key is in a closure, so no dump of this object shows it. */
export interface AiProvider {
  slug: string;
  name: string;
  type: AiProviderConfig['type'];
  location: 'local' | 'cloud';
  workspaces: '*' | readonly string[];
  /** `static`: `discover` is never called. */
  discovery: 'live' | Extract<ProviderStatus, 'static'>;
  include: readonly string[];
  exclude: readonly string[];
  /** Models that the operator wrote down, laid over the discovered ones. */
  models: AiProviderConfig['models'];
  maxConcurrency: number;
  /** Never rejects. */
  discover: (options?: DiscoverOptions) => Promise<Discovery>;
}
