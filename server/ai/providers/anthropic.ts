import { httpProvider } from './openai-compatible';
import type { AiProvider, ProviderIdentity } from './provider';
import type { ResolvedProviderConfig } from './provider-config';

const VERSION = '2023-06-01';
/** The default of the API is 20. */
const MAX_PAGE = 1000;

/** The operator’s headers can name another version. */
export const anthropicProvider = (identity: ProviderIdentity, config: ResolvedProviderConfig): AiProvider =>
  httpProvider(
    identity,
    { ...config, headers: { 'anthropic-version': VERSION, ...config.headers } },
    (key) => ({ 'x-api-key': key }),
    { limit: String(MAX_PAGE) },
  );
