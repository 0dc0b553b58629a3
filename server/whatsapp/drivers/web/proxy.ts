import type { Config } from '../../../config/config';
import type { Egress } from '../../../egress/types';
import { fieldError } from '../../../errors';

type ProxyContext = { config: Pick<Config, 'whatsappAllowPrivateProxy'>; egress: Pick<Egress, 'check' | 'vet'> };

/** Only the host is checked, and credentials would be refused. What cannot be read stays as it is, to be refused. */
function withoutCredentials(proxyUrl: string): string {
  const url = URL.parse(proxyUrl);
  if (!url) return proxyUrl;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Throws 422 for an address that the server may not connect to. */
export function requirePublicProxy({ config, egress }: ProxyContext, proxyUrl: string | undefined): void {
  if (proxyUrl === undefined || (config.whatsappAllowPrivateProxy && URL.canParse(proxyUrl))) return;
  const checked = egress.check(withoutCredentials(proxyUrl), 'download');
  if (!checked.ok) throw fieldError('unprocessable', '/proxy/url', 'address_not_allowed', checked.reason);
}

/** Resolves the name again for each connection. Rejects with `WireError`. */
export async function vetProxy({ config, egress }: ProxyContext, proxyUrl: string | null): Promise<void> {
  if (proxyUrl !== null && !config.whatsappAllowPrivateProxy)
    await egress.vet(withoutCredentials(proxyUrl), 'download');
}
