import { randomBytes } from 'node:crypto';

import { createSealer, type Sealer } from '../../../secrets/seal';

/** Times are in RFC 3339. The newest secret does not expire. */
export interface StoredSecret {
  secret: string;
  created_at: string;
  expires_at: string | null;
}

const SECRET_BYTES = 32;
const SECRETS_COLUMN = { table: 'webhooks', column: 'secrets_sealed' } as const;
const HEADERS_COLUMN = { table: 'webhooks', column: 'headers_sealed' } as const;

export interface WebhookSealer {
  sealSecrets(webhookId: string, secrets: readonly StoredSecret[]): string;
  /** Throws `SealError` when they do not open. */
  openSecrets(webhookId: string, sealed: string): StoredSecret[];
  sealHeaders(webhookId: string, headers: Readonly<Record<string, string>> | null): string | null;
  /** Throws `SealError` when they do not open. */
  openHeaders(webhookId: string, sealed: string | null): Record<string, string>;
}

export function createWebhookSealer(secretKey: Uint8Array): WebhookSealer {
  const sealer: Sealer = createSealer(secretKey, 'webhooks');
  return {
    sealSecrets: (id, secrets) => sealer.seal(JSON.stringify(secrets), { ...SECRETS_COLUMN, id }),
    openSecrets: (id, sealed) => JSON.parse(sealer.open(sealed, { ...SECRETS_COLUMN, id })) as StoredSecret[],
    sealHeaders: (id, headers) =>
      headers === null || Object.keys(headers).length === 0
        ? null
        : sealer.seal(JSON.stringify(headers), { ...HEADERS_COLUMN, id }),
    openHeaders: (id, sealed) =>
      sealed === null ? {} : (JSON.parse(sealer.open(sealed, { ...HEADERS_COLUMN, id })) as Record<string, string>),
  };
}

/** Standard Webhooks: `whsec_` and base64 of 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Such as `whsec_…Lw8=`, with the times of each secret. */
export const maskedSecrets = (secrets: readonly StoredSecret[]) =>
  secrets.map(({ secret, created_at, expires_at }) => ({
    masked_secret: `whsec_…${secret.slice(-4)}`,
    created_at,
    expires_at,
  }));

export const validSecrets = <T extends Pick<StoredSecret, 'expires_at'>>(secrets: readonly T[], at: Date): T[] =>
  secrets.filter(({ expires_at }) => expires_at === null || new Date(expires_at) > at);
