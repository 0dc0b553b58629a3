import { type EndpointAuth, needsSecret } from '../../../shared/automation/endpoint-auth';
import { fieldError } from '../../errors';
import {
  endpointSecretHint,
  type EndpointSecret,
  newEndpointSecret,
  newEndpointToken,
  openEndpointSecrets,
  sealEndpointSecrets,
} from '../inbound/authenticate/secrets';
import type { EndpointRow } from '../inbound/call';

type Credentials = Pick<EndpointRow, 'tokens' | 'secrets' | 'secretsSealed'>;

/** Shown once. */
export interface Fresh {
  token: string | null;
  secret: string | null;
}

/** Throws 422 for a secret that could never verify. */
export function secretFor(auth: EndpointAuth, given: string | undefined): string {
  if (given !== undefined) {
    const fault = faultOf(auth, given);
    if (fault !== undefined) throw fieldError('unprocessable', '/secret', 'invalid_format', fault);
    return given;
  }
  if (auth.mode !== 'signature') return newEndpointSecret('plain');
  if (auth.scheme === 'standard_webhooks') return newEndpointSecret('whsec');
  return newEndpointSecret(auth.scheme === 'generic_hmac' && auth.secret_encoding === 'base64' ? 'plain' : 'hex');
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function faultOf(auth: EndpointAuth, secret: string): string | undefined {
  if (auth.mode !== 'signature') return undefined;
  if (auth.scheme === 'standard_webhooks') {
    // Some libraries decode URL-safe base64 differently.
    return BASE64.test(secret.replace(/^whsec_/, ''))
      ? undefined
      : 'Must be standard base64, with or without `whsec_`.';
  }
  if (auth.scheme !== 'generic_hmac') return undefined;
  const isWritten = { utf8: true, base64: BASE64.test(secret), hex: /^(?:[0-9a-f]{2})+$/i.test(secret) };
  return isWritten[auth.secret_encoding] ? undefined : `Must be written in ${auth.secret_encoding}.`;
}

interface CredentialInput {
  id: string;
  auth: EndpointAuth;
  given: string | undefined;
  now: Date;
  secretKey: Uint8Array;
}

/** Drops credentials that the authentication mode does not need. */
export function credentialsFor(
  before: Credentials,
  { id, auth, given, now, secretKey }: CredentialInput,
): Credentials & Fresh {
  const needsToken = auth.mode === 'url_token';
  const token = needsToken && before.tokens.length === 0 ? newEndpointToken(now) : undefined;
  const current = { token: token?.token ?? null, tokens: token ? [token.stored] : needsToken ? before.tokens : [] };
  if (!needsSecret(auth)) {
    if (given !== undefined)
      throw fieldError(
        'unprocessable',
        '/secret',
        'not_allowed',
        '`secret` is not allowed with this authentication mode.',
      );
    return { ...current, secret: null, secrets: [], secretsSealed: null };
  }
  if (given === undefined && before.secrets.length > 0) {
    for (const { secret } of openEndpointSecrets(secretKey, id, before.secretsSealed)) secretFor(auth, secret);
    return { ...current, secret: null, secrets: before.secrets, secretsSealed: before.secretsSealed };
  }
  const secret = secretFor(auth, given);
  return {
    ...current,
    secret,
    ...unchangedSecrets(secretKey, id, [{ secret, created_at: now.toISOString(), expires_at: null }]),
  };
}

export const unchangedSecrets = (
  secretKey: Uint8Array,
  id: string,
  secrets: readonly EndpointSecret[],
): Pick<EndpointRow, 'secrets' | 'secretsSealed'> => ({
  secretsSealed: sealEndpointSecrets(secretKey, id, secrets),
  secrets: secrets.map(({ secret, created_at, expires_at }) => ({
    masked_secret: endpointSecretHint(secret),
    created_at,
    expires_at,
  })),
});
