import { equalsAny, hmac, isFresh, readTime } from './compare';
import type { Verify } from './types';

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 20;

/** `t=…,v1=…` with a signature per secret; the text of the secret is the key. */
export const stripe: Verify = (request, secrets) => {
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
