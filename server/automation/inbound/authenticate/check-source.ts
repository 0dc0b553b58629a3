import { originAllowed } from '../../../../shared/networks';
import { isOwnOrigin } from '../../../access';
import { inNetworks, parseCidrs } from '../../../limits/client-address';
import type { AutomationServices } from '../../context';
import type { FoundEndpoint, InboundCall } from '../call';
import { Refused } from '../refusal';

/** Checks the IP address and, without an API key, the browser's origin. Throws `Refused`. */
export function checkSource({ config }: AutomationServices, { row }: FoundEndpoint, call: InboundCall): void {
  const { allowed_cidrs: networks, allowed_origins: origins } = row.config;
  if (networks !== null && !inNetworks(call.origin.ip, parseCidrs(networks))) throw new Refused('ip_not_allowed');

  const origin = call.headers.get('origin');
  if (call.caller || origin === null || isOwnOrigin(config.baseUrl, origin, call.headers.get('host'))) return;
  if (origins === null || !(origins.includes('*') || originAllowed(origin, origins))) {
    throw new Refused('origin_not_allowed', { in: 'header', path: '/Origin' });
  }
}
