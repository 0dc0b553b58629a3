import { randomBytes } from 'node:crypto';

import { createSealer, type Sealer } from '../../secrets/seal';
import { sha256Hex } from '../../secrets/tokens';

const TOKEN_BYTES = 32;
const SECRET_BYTES = 32;
const place = (id: string) => ({ table: 'inbound_endpoints', id, column: 'secrets_sealed' });

/** One secret of an endpoint as it is sealed; times as in RFC 3339. The newest has no end. */
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

export const sealSecrets = (secretKey: Uint8Array, id: string, secrets: readonly EndpointSecret[]): string | null =>
  secrets.length === 0 ? null : sealerOf(secretKey).seal(JSON.stringify(secrets), place(id));

/** Newest first. Throws `SealError` when they do not open. */
export const openSecrets = (secretKey: Uint8Array, id: string, sealed: string | null): EndpointSecret[] =>
  sealed === null ? [] : (JSON.parse(sealerOf(secretKey).open(sealed, place(id))) as EndpointSecret[]);

/** What of tokens or secrets is accepted at a time. */
export const liveOf = <T extends { expires_at: string | null }>(list: readonly T[], at: Date): T[] =>
  list.filter(({ expires_at: end }) => end === null || new Date(end) > at);

/** What is shown of a secret after its creation. */
export const endpointSecretHint = (secret: string): string => `…${secret.slice(-4)}`;

/** A secret in the form that its scheme asks for. */
export const newEndpointSecret = (form: 'plain' | 'whsec' | 'hex'): string => {
  const bytes = randomBytes(SECRET_BYTES);
  if (form === 'hex') return bytes.toString('hex');
  return form === 'whsec' ? `whsec_${bytes.toString('base64')}` : bytes.toString('base64');
};

/** A token for the URL: 256 bits, of which only the hash is kept. */
export function newEndpointToken(at: Date) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const stored = { hash: sha256Hex(token), hint: token.slice(0, 4), created_at: at.toISOString(), expires_at: null };
  return { token, stored };
}
