import type { InboundEndpoint, InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import { tagged } from '../../whatsapp';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import type { Fresh } from './credentials';
import { presentEndpoint, presentEndpoints, urlOf } from './present';

export async function showEndpoint(ctx: AutomationCall, row: EndpointRow): Promise<InboundEndpoint> {
  const [endpoint] = await presentEndpoints(ctx, [row]);
  return tagged(ctx, row.version, endpoint ?? presentEndpoint(ctx, row));
}

export function showFresh(ctx: AutomationCall, row: EndpointRow, fresh: Fresh): InboundEndpointWithSecret {
  const endpoint = tagged(ctx, row.version, presentEndpoint(ctx, row));
  const url = fresh.token === null ? null : `${urlOf(ctx.config.baseUrl, row.id)}/${fresh.token}`;
  return { ...endpoint, token: fresh.token, url_with_token: url, secret: fresh.secret };
}
