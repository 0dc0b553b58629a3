import type { GenericSignature } from '../../../../../shared/automation/endpoint-auth';
import { equalsAny, hmac, isFresh, readTime } from './compare';
import type { SignedRequest, Verify } from './types';

const PLACE = /(\{(?:id|timestamp|body|method|url)\})/;

export const genericHmac =
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

/** Normalises a signature: hexadecimal in any case, base64 with or without padding. */
function written({ encoding }: GenericSignature, signature: string): string {
  if (encoding === 'hex') return signature.toLowerCase();
  const bare = signature.replace(/=+$/, '');
  return encoding === 'base64url' ? bare.replaceAll('+', '-').replaceAll('/', '_') : bare;
}

const keyOf = ({ secret_encoding: encoding }: GenericSignature, secret: string): Uint8Array =>
  Buffer.from(secret, encoding);
