import type { WebhookRetry } from '../../../../shared/webhooks/webhooks';
import type { WebhookRow } from '../../system/webhooks';
import { signingKeyOf } from './signature';
import { type StoredSecret, validSecrets, type WebhookSealer } from './webhook-sealer';

export interface Receiver {
  no: number;
  id: string;
  workspaceId: string;
  version: number;
  url: string;
  headers: readonly (readonly [string, string])[];
  secrets: readonly { key: Uint8Array; stored: StoredSecret }[];
  timeoutMs: number;
  maxInFlight: number;
  rate: number | null;
  retry: WebhookRetry;
}

/** Throws `SealError` when its secrets do not open with this SECRET_KEY. */
export function openReceiver(row: WebhookRow, sealer: WebhookSealer): Receiver {
  return {
    no: row.no,
    id: row.id,
    workspaceId: row.workspaceId,
    version: row.version,
    url: row.url,
    headers: Object.entries(sealer.openHeaders(row.id, row.headersSealed)),
    secrets: sealer
      .openSecrets(row.id, row.secretsSealed)
      .map((stored) => ({ stored, key: signingKeyOf(stored.secret) })),
    timeoutMs: row.timeoutSeconds * 1000,
    maxInFlight: row.maxInFlight,
    rate: row.rateLimitPerSecond,
    retry: row.retry,
  };
}

export function signingKeys({ secrets }: Receiver, at: Date): Uint8Array[] {
  if (secrets.length === 1) return secrets.map(({ key }) => key);
  const valid = new Set(
    validSecrets(
      secrets.map(({ stored }) => stored),
      at,
    ),
  );
  return secrets.filter(({ stored }) => valid.has(stored)).map(({ key }) => key);
}
