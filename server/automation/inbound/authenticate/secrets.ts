import { randomBytes } from 'node:crypto';

import { createSealer, type Sealer } from '../../../secrets/seal';
import { sha256Hex } from '../../../secrets/tokens';

const TOKEN_BYTES = 32;
const SECRET_BYTES = 32;
const place = (id: string) => ({ table: 'inbound_endpoints', id, column: 'secrets_sealed' });

export interface EndpointSecret {
  secret: string;
  created_at: string;
  expires_at: string | null;
}

const sealers = new WeakMap<Uint8Array, Sealer>();

function sealerOf(secretKey: Uint8Array): Sealer {
  let sealer = sealers.get(secretKey);
  if (!sealer) sealers.set(secretKey, (sealer = createSealer(secretKey, 'inbound-endpoints')));
  return sealer;
}

export const sealEndpointSecrets = (
  secretKey: Uint8Array,
  id: string,
  secrets: readonly EndpointSecret[],
): string | null => (secrets.length === 0 ? null : sealerOf(secretKey).seal(JSON.stringify(secrets), place(id)));

/** Newest first. Throws `SealError` when they do not open. */
export const openEndpointSecrets = (secretKey: Uint8Array, id: string, sealed: string | null): EndpointSecret[] =>
  sealed === null ? [] : (JSON.parse(sealerOf(secretKey).open(sealed, place(id))) as EndpointSecret[]);

export const liveOf = <T extends { expires_at: string | null }>(list: readonly T[], at: Date): T[] =>
  list.filter(({ expires_at: end }) => end === null || new Date(end) > at);

export const endpointSecretHint = (secret: string): string => `…${secret.slice(-4)}`;

export const newEndpointSecret = (form: 'plain' | 'whsec' | 'hex'): string => {
  const bytes = randomBytes(SECRET_BYTES);
  if (form === 'hex') return bytes.toString('hex');
  return form === 'whsec' ? `whsec_${bytes.toString('base64')}` : bytes.toString('base64');
};

/** 256 random bits; only the hash is stored. */
export function newEndpointToken(at: Date) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const stored = {
    hash: sha256Hex(token),
    masked_token: token.slice(0, 4),
    created_at: at.toISOString(),
    expires_at: null,
  };
  return { token, stored };
}
