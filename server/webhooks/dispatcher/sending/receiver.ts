import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';
import type { WebhookRow } from '../../schema';
import { signingKeyOf } from './signature';
import { validSecrets, type WebhookSealer } from './webhook-sealer';

export interface Receiver {
  url: string;
  headers: readonly (readonly [string, string])[];
  secrets: readonly { key: Uint8Array; expires_at: string | null }[];
  timeoutMs: number;
  retry: WebhookRetry;
}

/** Throws `SealError` when its secrets do not open with this SECRET_KEY. */
export function openReceiver(row: WebhookRow, sealer: WebhookSealer): Receiver {
  return {
    url: row.url,
    headers: Object.entries(sealer.openHeaders(row.id, row.headersSealed)),
    secrets: sealer
      .openSecrets(row.id, row.secretsSealed)
      .map(({ secret, expires_at }) => ({ key: signingKeyOf(secret), expires_at })),
    timeoutMs: row.timeoutSeconds * 1000,
    retry: row.retry,
  };
}

export const signingKeys = ({ secrets }: Receiver, at: Date): Uint8Array[] =>
  validSecrets(secrets, at).map(({ key }) => key);
