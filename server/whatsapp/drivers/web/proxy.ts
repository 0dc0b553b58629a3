import { isIP } from 'node:net';

import type { Config } from '../../../config/config';
import { type Egress, noTimings, WireError } from '../../../egress/types';
import { fieldError } from '../../../errors';

type ProxyContext = { config: Pick<Config, 'whatsappAllowPrivateProxy'>; egress: Pick<Egress, 'check' | 'vet'> };

/** Only the host is checked, and credentials would be refused. An invalid URL is left for the check to refuse. */
function withoutCredentials(proxyUrl: string): string {
  const url = URL.parse(proxyUrl);
  if (!url) return proxyUrl;
  url.username = '';
  url.password = '';
  return url.href;
}

const isNamedTls = (proxyUrl: string): boolean => {
  const url = URL.parse(proxyUrl);
  return url?.protocol === 'https:' && isIP(bareHost(url.hostname)) === 0;
};

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const NAMED_TLS =
  'Must be an http:// URL, or name the proxy by its address: the connection goes to the address that was checked, for which the certificate of a named proxy is not valid.';

/** Throws 422 for an address that the server may not connect to. */
export function requirePublicProxy({ config, egress }: ProxyContext, proxyUrl: string | undefined): void {
  if (proxyUrl === undefined || (config.whatsappAllowPrivateProxy && URL.canParse(proxyUrl))) return;
  const checked = egress.check(withoutCredentials(proxyUrl), 'download');
  if (!checked.ok) throw fieldError('unprocessable', '/proxy/url', 'address_not_allowed', checked.reason);
  if (isNamedTls(proxyUrl)) throw fieldError('unprocessable', '/proxy/url', 'address_not_allowed', NAMED_TLS);
}

/** Puts the checked address in place of the name, as a second resolution could differ. Rejects with `WireError`. */
export async function pinProxy({ config, egress }: ProxyContext, proxyUrl: string | null): Promise<string | null> {
  if (proxyUrl === null || config.whatsappAllowPrivateProxy) return proxyUrl;
  const { targets } = await egress.vet(withoutCredentials(proxyUrl), 'download');
  if (isNamedTls(proxyUrl)) throw refused(NAMED_TLS);
  const url = new URL(proxyUrl);
  const [{ address }] = targets;
  url.hostname = address.includes(':') ? `[${address}]` : address;
  return url.href;
}

const refused = (detail: string): WireError =>
  new WireError('ssrf_blocked', { phase: 'guard', detail, timings: noTimings(), remoteIp: null, reused: false });
