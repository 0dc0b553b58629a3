import { AiProviderConfig } from '../../../shared/ai/models';
import { createSealer } from '../../secrets/seal';
import type { StoredProvider } from '../system/models';
import type { ResolvedProviderConfig } from './provider-config';

export interface ProviderSecrets {
  api_key?: string | undefined;
  headers: Record<string, string>;
}

const sealColumn = (slug: string) => ({ table: 'ai_providers', id: slug, column: 'sealed_secrets' });

export const sealProviderSecrets = (slug: string, secrets: ProviderSecrets, secretKey: Uint8Array): string =>
  createSealer(secretKey, 'ai_providers').seal(JSON.stringify(secrets), sealColumn(slug));

export function openProviderSecrets(row: StoredProvider, secretKey: Uint8Array): ProviderSecrets {
  if (row.sealedSecrets === null) return { headers: {} };
  return JSON.parse(
    createSealer(secretKey, 'ai_providers').open(row.sealedSecrets, sealColumn(row.slug)),
  ) as ProviderSecrets;
}

export function openProvider(row: StoredProvider, secretKey: Uint8Array): ResolvedProviderConfig {
  return AiProviderConfig.parse({ ...row.config, slug: row.slug, ...openProviderSecrets(row, secretKey) });
}
