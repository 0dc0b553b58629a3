import type { EndpointAuth, GenericSignature, SignatureScheme } from '../../../../shared/automation/endpoint-auth';
import { signatureOf, signingKeyOf } from '../../../webhooks';
import { equalsAny, hmac, isFresh, readTime, type SignedRequest, type Verify } from './compare';

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 20;

/** GitLab sends the secret itself in a header instead of a signature. */
const gitlab: Verify = ({ headers }, secrets) => {
  const given = headers.get('x-gitlab-token');
  if (!given) return 'signature_missing';
  return equalsAny([given], secrets) ? 'valid' : 'signature_invalid';
};

/** `t=…,v1=…` with a signature per secret; the text of the secret is the key. */
const stripe: Verify = (request, secrets) => {
  const header = request.headers.get('stripe-signature');
  if (!header) return 'signature_missing';
  const pairs = header.split(',', MAX_SIGNATURES).map((pair) => pair.trim().split('=', 2));
  const valuesOf = (name: string): string[] => pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [text = ''] = valuesOf('t');
  const time = readTime(text);
  const given = valuesOf('v1').map((signature) => signature.toLowerCase());
  if (time === undefined || given.length === 0) return 'signature_invalid';

  const expected = secrets.map((secret) => hmac('sha256', secret, [`${text}.`, request.body], 'hex'));
  if (!equalsAny(given, expected)) return 'signature_invalid';
  return isFresh(request, time * 1000, TOLERANCE_SECONDS) ? 'valid' : 'signature_stale';
};

/** The scheme of this server’s own webhooks; Svix uses other header names. */
const standardWebhooks: Verify = (request, secrets) => {
  const read = (name: string): string =>
    request.headers.get(`webhook-${name}`) ?? request.headers.get(`svix-${name}`) ?? '';
  const [id, timestamp, signature] = [read('id'), read('timestamp'), read('signature')];
  if (id === '' || timestamp === '' || signature === '') return 'signature_missing';
  const time = readTime(timestamp);
  if (time === undefined) return 'signature_invalid';

  const given = signature.split(' ', MAX_SIGNATURES).filter((one) => one.startsWith('v1,'));
  const expected = secrets.map((secret) => signatureOf([signingKeyOf(secret)], id, time, request.body));
  if (!equalsAny(given, expected)) return 'signature_invalid';
  return isFresh(request, time * 1000, TOLERANCE_SECONDS) ? 'valid' : 'signature_stale';
};

const bodyHmac =
  (header: string, encoding: 'hex' | 'base64', prefix = ''): Verify =>
  ({ headers, body }, secrets) => {
    const given = headers.get(header)?.trim();
    if (!given) return 'signature_missing';
    if (!given.startsWith(prefix)) return 'signature_invalid';
    const signature = given.slice(prefix.length);
    const expected = secrets.map((secret) => hmac('sha256', secret, [body], encoding));
    return equalsAny([encoding === 'hex' ? signature.toLowerCase() : signature], expected)
      ? 'valid'
      : 'signature_invalid';
  };

const PLACE = /(\{(?:id|timestamp|body|method|url)\})/;

const genericHmac =
  (scheme: GenericSignature): Verify =>
  (request, secrets) => {
    const { headers } = request;
    const given = headers.get(scheme.header)?.trim();
    const timestamp = scheme.timestamp_header === undefined ? '' : headers.get(scheme.timestamp_header);
    const id = scheme.id_header === undefined ? '' : (headers.get(scheme.id_header) ?? '');
    if (!given || timestamp === null) return 'signature_missing';
    const { prefix = '' } = scheme;
    if (!given.startsWith(prefix)) return 'signature_invalid';

    const parts = signedParts(scheme, request, { id, timestamp });
    const expected = secrets.map((secret) =>
      written(
        scheme,
        hmac(scheme.algorithm, keyOf(scheme, secret), parts, scheme.encoding === 'hex' ? 'hex' : 'base64'),
      ),
    );
    if (!equalsAny([written(scheme, given.slice(prefix.length))], expected)) return 'signature_invalid';
    return scheme.timestamp_header === undefined || isTimely(scheme, request, timestamp) ? 'valid' : 'signature_stale';
  };

function isTimely(scheme: GenericSignature, request: SignedRequest, timestamp: string): boolean {
  if (scheme.tolerance_seconds === 0) return true;
  const time = readTime(timestamp);
  return (
    time !== undefined && isFresh(request, scheme.timestamp_unit === 's' ? time * 1000 : time, scheme.tolerance_seconds)
  );
}

function signedParts(
  { signed }: GenericSignature,
  { body, method, url }: SignedRequest,
  { id, timestamp }: { id: string; timestamp: string },
): (string | Uint8Array)[] {
  if (signed === 'body') return [body];
  const values: Record<string, string | Uint8Array> = {
    '{id}': id,
    '{timestamp}': timestamp,
    '{body}': body,
    '{method}': method,
    '{url}': url,
  };
  return signed.split(PLACE).map((part) => values[part] ?? part);
}

/** Accepts hexadecimal in any case, and base64 with or without padding. */
function written({ encoding }: GenericSignature, signature: string): string {
  if (encoding === 'hex') return signature.toLowerCase();
  const bare = signature.replace(/=+$/, '');
  return encoding === 'base64url' ? bare.replaceAll('+', '-').replaceAll('/', '_') : bare;
}

const keyOf = ({ secret_encoding: encoding }: GenericSignature, secret: string): Uint8Array =>
  Buffer.from(secret, encoding);

const SCHEMES: Record<Exclude<SignatureScheme, 'generic_hmac'>, Verify> = {
  github: bodyHmac('x-hub-signature-256', 'hex', 'sha256='),
  gitlab,
  stripe,
  shopify: bodyHmac('x-shopify-hmac-sha256', 'base64'),
  woocommerce: bodyHmac('x-wc-webhook-signature', 'base64'),
  standard_webhooks: standardWebhooks,
};

export const verifierOf = (auth: Extract<EndpointAuth, { mode: 'signature' }>): Verify =>
  auth.scheme === 'generic_hmac' ? genericHmac(auth) : SCHEMES[auth.scheme];
