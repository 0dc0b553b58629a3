import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { LRUCache } from 'lru-cache';

import { createAddressPolicy, type AddressPolicy, type PolicySettings } from './policy';
import { createResolver, type NameResolution, type Resolver } from './resolver';
import {
  noTimings,
  WireError,
  type Egress,
  type Phase,
  type Purpose,
  type ExchangeTarget,
  type WireCode,
} from './types';
import { checkUrl, type CheckedUrl } from './url';

export interface GuardSettings extends PolicySettings {
  dns: readonly string[];
  proxied: boolean;
  hostsFile?: string;
}

const MAX_CHECKED_URLS = 16_384;

export type Guard = Pick<Egress, 'check' | 'vet' | 'close'>;

export function createGuard(settings: GuardSettings, resolver: Resolver = createResolver(settings.dns)): Guard {
  const policy = createAddressPolicy(settings);
  const checkedUrls = new LRUCache<string, CheckedUrl>({ max: MAX_CHECKED_URLS });

  /** The text of a name is checked once, since unlike its addresses it never changes. */
  function urlOf(text: string, purpose: Purpose): CheckedUrl {
    const key = `${purpose} ${text}`;
    const known = checkedUrls.get(key);
    if (known !== undefined) return known;

    const checked = checkUrl(policy, text, purpose);
    if (!checked.ok) throw refusal('ssrf_blocked', 'guard', checked.reason);
    if (isIP(checked.url.host) > 0) return checked.url;
    checkedUrls.set(key, checked.url);
    return checked.url;
  }

  return {
    check(text, purpose) {
      const checked = checkUrl(policy, text, purpose);
      return checked.ok ? { ok: true, href: checked.url.href } : checked;
    },

    // Checked again, since the settings may have changed since the URL was stored.
    async vet(text, purpose) {
      const url = urlOf(text, purpose);
      if (isIP(url.host) > 0)
        return { targets: [target(url, url.host, isPrivate(policy, url, url.host, purpose))], dnsMs: null };
      if (settings.proxied) return { targets: [target(url, url.host, policy.isNamed(url.host, purpose))], dnsMs: null };

      const started = performance.now();
      const listed = policy.isNamed(url.host, purpose) ? hostsFileAnswer(url.host, settings.hostsFile) : undefined;
      const asked = listed ?? resolver.resolve(url.host);
      const resolution = asked instanceof Promise ? await asked : asked;
      const dnsMs = asked instanceof Promise ? performance.now() - started : null;
      if (!resolution.ok) throw refusal(resolution.code, 'dns', resolution.detail, dnsMs);

      // One forbidden address refuses the name: a mixed answer is an attack or a mistake.
      const [first, ...others] = resolution.addresses;
      const vetted = (address: string) => target(url, address, isPrivate(policy, url, address, purpose, dnsMs));
      return { targets: [vetted(first), ...others.map(vetted)], dnsMs };
    },

    close: () => resolver.close(),
  };
}

function hostsFileAnswer(host: string, path?: string): NameResolution | undefined {
  const [first, ...others] = hostsFileAddresses(host, path);
  return first === undefined ? undefined : { ok: true, addresses: [first, ...others] };
}

/** Throws for a forbidden address. */
function isPrivate(
  policy: AddressPolicy,
  url: CheckedUrl,
  address: string,
  purpose: Purpose,
  dnsMs: number | null = null,
): boolean {
  const addressClass = policy.classify(address, url.port, url.host, purpose);
  if (addressClass === 'own') throw refusal('ssrf_blocked', 'guard', 'The host leads back to this service.', dnsMs);
  if (addressClass === 'forbidden') {
    throw refusal('ssrf_blocked', 'guard', 'The host has a private, local or reserved address.', dnsMs);
  }
  return addressClass === 'private';
}

const target = (url: CheckedUrl, address: string, excepted: boolean): ExchangeTarget => ({
  address,
  family: address.includes(':') ? 6 : 4,
  port: url.port,
  tls: url.tls,
  servername: url.host,
  host: url.authority,
  path: url.path,
  isPrivate: excepted,
});

const refusal = (code: WireCode, phase: Phase, detail: string, dnsMs: number | null = null): WireError =>
  new WireError(code, { phase, detail, timings: { ...noTimings(), dnsMs, totalMs: dnsMs ?? 0 } });

const NO_MATCH: readonly string[] = [];

/** For names in `WEBHOOK_ALLOW_PRIVATE` only, as containers find `host.docker.internal` there. */
function hostsFileAddresses(name: string, path = '/etc/hosts'): readonly string[] {
  const text = readOrEmpty(path);
  if (!text.includes(name)) return NO_MATCH;
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) > 0 && names.includes(name) ? [address] : [];
  });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
