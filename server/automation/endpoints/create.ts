import { isNull } from 'drizzle-orm';

import type { InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import { ENDPOINT_LIMITS } from '../../../shared/automation/endpoint-config';
import type { CreateInboundEndpoint } from '../../../shared/automation/endpoint-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit, lockWorkspace } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireQuota } from '../../limits/quota';
import { creatorOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import { inboundEvent } from '../inbound/events';
import { inboundEndpoints } from '../schema/inbound';
import { newConfig, saveEndpointVersion, usualStatus } from './config';
import { credentialsFor } from './credentials';
import { endpointDomains, grantedEndpoints, narrowedEndpoints } from './find';
import { endpointTarget, presentEndpoint, showFresh } from './present';
import { requireActivatable, validateEndpointConfig } from './validate';

/** Throws 400 for invalid templates, 422 for inconsistent configuration, missing targets and the quota. */
export async function createEndpoint(
  ctx: AutomationCall,
  input: CreateInboundEndpoint,
): Promise<InboundEndpointWithSecret> {
  refuseNarrowed(ctx);
  const config = newConfig(input);
  const status = input.status ?? usualStatus(config);
  requireActivatable(config, status);
  await validateEndpointConfig(ctx, config);

  const now = ctx.now();
  const id = newId(ID_PREFIXES.inboundEndpoint);
  const { token, secret, ...credentials } = credentialsFor(
    { tokens: [], secrets: [], secretsSealed: null },
    { id, auth: config.auth, given: input.secret, now, secretKey: ctx.secretKey },
  );
  const row = await ctx.db.transaction(async (tx) => {
    await lockQuota(tx);
    const made = await tx.insert(inboundEndpoints, {
      id,
      name: input.name,
      description: input.description ?? null,
      status,
      config,
      allowedInstances: grantedEndpoints(ctx),
      allowedDomains: endpointDomains(ctx),
      ...credentials,
      warnings: [],
      createdBy: creatorOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    });
    await saveEndpointVersion(ctx, tx, made, Object.keys(config));
    await audit(ctx, tx, 'inbound_endpoint.created', endpointTarget(made), {
      preset: config.preset,
      auth: config.auth,
      status,
    });
    await emit(ctx, tx, [
      inboundEvent({ type: 'automation.endpoint.created', data: presentEndpoint(ctx, made) }, made),
    ]);
    return made;
  });
  return showFresh(ctx, row, { token, secret });
}

/** Narrowed keys cannot create endpoints, since the new one would be outside their list. Throws 403. */
function refuseNarrowed(ctx: AutomationCall): void {
  if (!narrowedEndpoints(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to named inbound endpoints (`resources.inbound_endpoints`), so it cannot create others. Use a key without that limit.',
  );
}

export const countEndpoints = (db: ScopedDb): Promise<number> =>
  db.count(inboundEndpoints, isNull(inboundEndpoints.deletedAt));

/** Checks the quota under a lock against concurrent creation. Throws 422. */
async function lockQuota(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  const advice = 'Delete an endpoint that you no longer use.';
  requireQuota(await countEndpoints(tx), { limit: ENDPOINT_LIMITS.endpoints, of: 'inbound endpoints', advice });
}
