import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { HOUR_SECONDS } from '../../../shared/durations';
import { createHashSlots, verifyPassword } from '../../access';
import { within } from '../../deadline';
import { addressKey } from '../../limits/client-address';
import { createLimiter, createRatePolicy } from '../../limits/gcra';

const LIFE_SECONDS = HOUR_SECONDS;
const MAX_BODY_BYTES = 4096;
const BODY_MS = 10_000;

const TRIES_POLICY = createRatePolicy('password', 5, 60);
/** Counted over all links: many share a password, and each attempt costs a hash. */
const ADDRESS_POLICY = createRatePolicy('password-address', 30, 60);
const FAILURE_POLICY = createRatePolicy('password-link', 50, 60);

type PasswordResult = 'right' | 'wrong' | 'too_large' | { retryAfterSeconds: number };

export interface ProtectedLink {
  id: string;
  passwordHash: string;
}

export interface LinkPasswords {
  /** Whether a cookie proves the current password within the last hour. */
  isOpen(link: ProtectedLink, cookies: string | null, now: number): boolean;
  verify(link: ProtectedLink, request: Request, address: string): Promise<PasswordResult>;
  cookie(link: ProtectedLink, path: string, isSecure: boolean, now: number): string;
}

/** One at a time, so that password attempts do not delay sign-ins. */
const inTurn = createHashSlots(1, 64);

/** `processes` share the limits. */
export function createLinkPasswords(secretKey: Uint8Array, processes: () => number): LinkPasswords {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'switchboard|link-passwords', 32));
  const limiter = createLimiter({ processes });

  // A new password changes the hash and so invalidates every cookie.
  const proofOf = ({ id, passwordHash }: ProtectedLink, expiry: number): string =>
    createHmac('sha256', key).update(`${id}|${passwordHash}|${expiry}`).digest('base64url');

  return {
    isOpen(link, cookies, now) {
      const value = cookies === null ? undefined : cookieIn(cookies, nameOf(link.id));
      const [, expiry = '', proof = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
      if (proof === '' || Number(expiry) * 1000 <= now) return false;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(link, Number(expiry))));
    },

    async verify(link, request, address) {
      // Charged before hashing. Success does not charge the link, or its visitors would lock out each other.
      const failures = [{ bucket: link.id, policy: FAILURE_POLICY }];
      const visitor = addressKey(address);
      const tries = limiter.take([
        { bucket: `${link.id}/${visitor}`, policy: TRIES_POLICY },
        { bucket: visitor, policy: ADDRESS_POLICY },
      ]);
      const refused = [tries, limiter.peek(failures)].find((result) => !result.allowed);
      if (refused) return { retryAfterSeconds: refused.retryAfterSeconds };

      const text = await readForm(request);
      if (text === undefined) return 'too_large';
      const password = new URLSearchParams(text).get('password') ?? '';
      if (await inTurn(() => verifyPassword(password, link.passwordHash))) return 'right';
      limiter.take(failures);
      return 'wrong';
    },

    cookie(link, path, isSecure, now) {
      const expiry = Math.floor(now / 1000) + LIFE_SECONDS;
      const value = `${expiry}.${proofOf(link, expiry)}`;
      const attributes = `Path=${path}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return `${nameOf(link.id)}=${value}; ${attributes}`;
    },
  };
}

const nameOf = (linkId: string): string => `sb_link_${createHash('sha256').update(linkId).digest('hex').slice(0, 12)}`;

function cookieIn(header: string, name: string): string | undefined {
  const found = header.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return found?.slice(found.indexOf('=') + 1).trim();
}

/** Undefined when the body is too large, too slow or not text. */
async function readForm(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return undefined;
  try {
    return await within(readText(request), BODY_MS, () => new Error('The request took too long.'));
  } catch {
    return undefined;
  }
}

async function readText(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader) return '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
