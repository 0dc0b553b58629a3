import { isIP } from 'node:net';

import { hostsFileAddresses } from './hosts-file';
import { createPolicy, type Policy, type PolicySettings } from './policy';
import { createResolver, type Resolution, type Resolver } from './resolver';
import { noTimings } from './timings';
import { WireError, type Egress, type Phase, type Purpose, type Target, type WireCode } from './types';
import { judgeUrl, type JudgedUrl } from './url';

export interface GuardSettings extends PolicySettings {
  /** Name servers; the system’s when empty. */
  dns: readonly string[];
  proxied: boolean;
  /** Default `/etc/hosts`. */
  hostsFile?: string;
}

const MAX_REMEMBERED = 4096;

export type Guard = Pick<Egress, 'judge' | 'vet' | 'close'>;

/** Decides what may be connected to: by text when a URL is saved, by address before every connection. */
export function createGuard(settings: GuardSettings, resolver: Resolver = createResolver(settings.dns)): Guard {
  const policy = createPolicy(settings);
  const remembered: Record<Purpose, Map<string, JudgedUrl>> = {
    webhook: new Map(),
    download: new Map(),
    verification: new Map(),
    provider: new Map(),
  };

  /** The text of a name is checked once, since unlike its addresses it never changes. */
  function urlOf(text: string, purpose: Purpose): JudgedUrl {
    const known = remembered[purpose].get(text);
    if (known !== undefined) return known;

    const judged = judgeUrl(policy, text, purpose);
    if (!judged.ok) throw refusal('ssrf_blocked', 'guard', judged.reason);
    if (isIP(judged.url.host) > 0) return judged.url;
    if (remembered[purpose].size >= MAX_REMEMBERED) remembered[purpose].clear();
    remembered[purpose].set(text, judged.url);
    return judged.url;
  }

  return {
    judge(text, purpose) {
      const judged = judgeUrl(policy, text, purpose);
      return judged.ok ? { ok: true, href: judged.url.href } : judged;
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

function hostsFileAnswer(host: string, path?: string): Resolution | undefined {
  const [first, ...others] = hostsFileAddresses(host, path);
  return first === undefined ? undefined : { ok: true, addresses: [first, ...others] };
}

/** Whether the address is allowed only by an exception. Throws where it is not allowed. */
function isPrivate(
  policy: Policy,
  url: JudgedUrl,
  address: string,
  purpose: Purpose,
  dnsMs: number | null = null,
): boolean {
  const standing = policy.judge(address, url.port, url.host, purpose);
  if (standing === 'own') throw refusal('ssrf_blocked', 'guard', 'The host leads back to this service.', dnsMs);
  if (standing === 'forbidden') {
    throw refusal('ssrf_blocked', 'guard', 'The host has a private, local or reserved address.', dnsMs);
  }
  return standing === 'private';
}

const target = (url: JudgedUrl, address: string, excepted: boolean): Target => ({
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
