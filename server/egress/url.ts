import { isIP } from 'node:net';

import { bareHost, type AddressPolicy } from './policy';
import type { Purpose, UrlCheck } from './types';

const MAX_LENGTH = 2048;
const LOCAL_NAMES = /^localhost$|\.(?:localhost|local|internal|home\.arpa|onion)$/;
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** The parser also accepts `https:host` and `https:///host`. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;
const FORBIDDEN_CHARACTERS = /[\s\\\p{Cc}\p{Zs}]/u;

export interface CheckedUrl {
  href: string;
  tls: boolean;
  host: string;
  port: number;
  authority: string;
  path: string;
}

type CheckUrlResult = { ok: true; url: CheckedUrl } | Extract<UrlCheck, { ok: false }>;

export function checkUrl(policy: AddressPolicy, text: string, purpose: Purpose): CheckUrlResult {
  if (text.length > MAX_LENGTH) return invalid(`Must have at most ${MAX_LENGTH} characters.`);
  if (FORBIDDEN_CHARACTERS.test(text)) return invalid('Must not hold spaces, control characters or backslashes.');
  if (!ABSOLUTE.test(text) || !URL.canParse(text))
    return invalid('Must be an absolute URL such as https://hooks.example.com/path.');

  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('Must begin with https://.');
  if (url.username !== '' || url.password !== '' || hasUserinfo(text))
    return invalid('Must not hold a user or password.');
  if (text.includes('#')) return invalid('Must not hold a fragment.');

  const host = bareHost(url.hostname);
  const literal = isIP(host) > 0;
  if (!literal && !NAME.test(host)) return invalid('Must name a host by a domain name or an address.');

  const tls = url.protocol === 'https:';
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  const addressClass = literal ? policy.classify(host, port, host, purpose) : undefined;
  if (addressClass === 'own' || (purpose !== 'verification' && policy.isOwnHost(host, port)))
    return forbidden('Must not lead back to this service.');

  const isException = addressClass === 'private' || policy.isNamed(host, purpose);
  const isPlainAllowed = purpose === 'webhook' ? policy.allowHttp : purpose !== 'provider';
  if (!tls && !isPlainAllowed && !isException) return invalid('Must begin with https://.');
  if (port !== 443 && port !== 80 && port < 1024) return forbidden('The port must be 443, 80, or 1024 and above.');
  if (!isException && (addressClass === 'forbidden' || (!literal && isLocalName(host)))) {
    return forbidden('Must lead to a public address; this host is private, local or reserved.');
  }

  url.hostname = host.includes(':') ? `[${host}]` : host;
  if (url.href.length > MAX_LENGTH) return invalid(`Must have at most ${MAX_LENGTH} characters once encoded.`);
  return { ok: true, url: { href: url.href, tls, host, port, authority: url.host, path: url.pathname + url.search } };
}

const isLocalName = (host: string): boolean => !host.includes('.') || LOCAL_NAMES.test(host);

/** `https://@host` has an empty user, which the parser drops silently. */
const hasUserinfo = (text: string): boolean => /^[^/]*\/\/[^/?#]*@/.test(text);

const invalid = (reason: string): CheckUrlResult => ({ ok: false, code: 'invalid_url', reason });
const forbidden = (reason: string): CheckUrlResult => ({ ok: false, code: 'forbidden_target', reason });
