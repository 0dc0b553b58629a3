import { signatureOf, signingKeyOf } from '../../../../webhooks';
import { equalsAny, isFresh, readTime } from './compare';
import type { Verify } from './types';

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 20;

/** Verified by the code that signs our own webhooks. Svix uses its own header names. */
export const standardWebhooks: Verify = (request, secrets) => {
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
