import { randomBytes } from 'node:crypto';

import { createSealer, type Sealer } from '../../../secrets/seal';

/** One signing secret of a webhook as it is sealed; times as in RFC 3339. The newest has no end. */
export interface StoredSecret {
  secret: string;
  created_at: string;
  expires_at: string | null;
}

const SECRET_BYTES = 32;
const SECRETS_PLACE = { table: 'webhooks', column: 'secrets_sealed' } as const;
const HEADERS_PLACE = { table: 'webhooks', column: 'headers_sealed' } as const;

/** What a webhook keeps sealed: its secrets and the values of its own headers. */
export interface WebhookSealer {
  /** Newest first. */
  sealSecrets(webhookId: string, secrets: readonly StoredSecret[]): string;
  /** Throws `SealError` when they do not open. */
  openSecrets(webhookId: string, sealed: string): StoredSecret[];
  /** Null for none. */
  sealHeaders(webhookId: string, headers: Readonly<Record<string, string>> | null): string | null;
  /** Throws `SealError` when they do not open. */
  openHeaders(webhookId: string, sealed: string | null): Record<string, string>;
}

export function createWebhookSealer(secretKey: Uint8Array): WebhookSealer {
  const sealer: Sealer = createSealer(secretKey, 'webhooks');
  return {
    sealSecrets: (id, secrets) => sealer.seal(JSON.stringify(secrets), { ...SECRETS_PLACE, id }),
    openSecrets: (id, sealed) => JSON.parse(sealer.open(sealed, { ...SECRETS_PLACE, id })) as StoredSecret[],
    sealHeaders: (id, headers) =>
      headers === null || Object.keys(headers).length === 0
        ? null
        : sealer.seal(JSON.stringify(headers), { ...HEADERS_PLACE, id }),
    openHeaders: (id, sealed) =>
      sealed === null ? {} : (JSON.parse(sealer.open(sealed, { ...HEADERS_PLACE, id })) as Record<string, string>),
  };
}

/** A signing secret in the form of Standard Webhooks: `whsec_` and standard base64, 256 bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** What is shown of a secret after its creation: `whsec_…Lw8=`. */
export const secretHint = (secret: string): string => `whsec_…${secret.slice(-4)}`;

/** The secrets that sign at a time, newest first. */
export const validSecrets = (secrets: readonly StoredSecret[], at: Date): StoredSecret[] =>
  secrets.filter(({ expires_at }) => expires_at === null || new Date(expires_at) > at);
