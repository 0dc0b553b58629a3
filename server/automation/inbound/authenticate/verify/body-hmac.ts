import { equalsAny, hmac } from './compare';
import type { Verify } from './types';

export const bodyHmac =
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
