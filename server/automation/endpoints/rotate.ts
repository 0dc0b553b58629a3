import { eq } from 'drizzle-orm';

import type { InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import { needsSecret } from '../../../shared/automation/endpoint-auth';
import type { RotateEndpointSecret, RotateEndpointToken } from '../../../shared/automation/endpoint-inputs';
import { audit } from '../../access';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import type { AutomationCall } from '../context';
import { liveOf, newEndpointToken, openEndpointSecrets } from '../inbound/authenticate/secrets';
import type { EndpointRow } from '../inbound/call';
import { inboundEvent } from '../inbound/events';
import { inboundEndpoints } from '../schema/inbound';
import { type Fresh, secretFor, unchangedSecrets } from './credentials';
import { requireInboundEndpoint } from './find';
import { endpointTarget, presentEndpoint, showFresh } from './present';

/** The previous token stays valid until the overlap ends. Throws 409 in other modes. */
export const rotateEndpointToken = (
  ctx: AutomationCall,
  { endpoint_id: id, overlap_seconds: seconds }: RotateEndpointToken,
): Promise<InboundEndpointWithSecret> =>
  rotate(ctx, id, 'inbound_endpoint.token.rotated', seconds, (row, now) => {
    if (row.config.auth.mode !== 'url_token') {
      throw new ApiError('invalid_state', `The authentication mode ${row.config.auth.mode} has no token.`);
    }
    const { token, stored } = newEndpointToken(now);
    return { set: { tokens: [stored, ...outlived(row.tokens, now, seconds)] }, fresh: { token, secret: null } };
  });

/** The previous secret stays valid until the overlap ends. Throws 409 in other modes. */
export const rotateEndpointSecret = (
  ctx: AutomationCall,
  { endpoint_id: id, overlap_seconds: seconds, secret: given }: RotateEndpointSecret,
): Promise<InboundEndpointWithSecret> =>
  rotate(ctx, id, 'inbound_endpoint.secret.rotated', seconds, (row, now) => {
    const { auth } = row.config;
    if (!needsSecret(auth)) throw new ApiError('invalid_state', `The authentication mode ${auth.mode} has no secret.`);
    const live = liveOf(openEndpointSecrets(ctx.secretKey, row.id, row.secretsSealed), now);
    if (given !== undefined && live.some((one) => one.secret === given)) {
      throw fieldError('unprocessable', '/secret', 'duplicate', '`secret` is already in use. Choose another secret.');
    }
    const secret = secretFor(auth, given);
    const fresh = { secret, created_at: now.toISOString(), expires_at: null };
    const set = unchangedSecrets(ctx.secretKey, row.id, [fresh, ...outlived(live, now, seconds)]);
    return { set, fresh: { token: null, secret } };
  });

/** The previous entry until the overlap ends; at most two are valid at a time. */
function outlived<T extends { expires_at: string | null }>(list: readonly T[], now: Date, seconds: number): T[] {
  const [last] = liveOf(list, now);
  if (!last || seconds === 0) return [];
  return [{ ...last, expires_at: new Date(now.getTime() + seconds * 1000).toISOString() }];
}

type Change = { set: Partial<EndpointRow>; fresh: Fresh };

async function rotate(
  ctx: AutomationCall,
  id: string,
  action: `inbound_endpoint.${'token' | 'secret'}.rotated`,
  overlapSeconds: number,
  changeOf: (row: EndpointRow, now: Date) => Change,
): Promise<InboundEndpointWithSecret> {
  return ctx.db.transaction(async (tx) => {
    const row = await requireInboundEndpoint(ctx, tx, id, { lock: true });
    const now = ctx.now();
    const { set, fresh } = changeOf(row, now);
    const [after = row] = await tx.update(inboundEndpoints, eq(inboundEndpoints.id, id), {
      ...set,
      updatedAt: now,
      version: row.version + 1,
    });
    await audit(ctx, tx, action, endpointTarget(row), { overlap_seconds: overlapSeconds });
    await emit(ctx, tx, [
      inboundEvent({ type: 'automation.endpoint.updated', data: presentEndpoint(ctx, after) }, after),
    ]);
    return showFresh(ctx, after, fresh);
  });
}
