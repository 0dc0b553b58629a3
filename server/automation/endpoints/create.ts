import { isNull } from 'drizzle-orm';

import type { InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import { ENDPOINT_LIMITS } from '../../../shared/automation/endpoint-config';
import type { CreateInboundEndpoint } from '../../../shared/automation/endpoint-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { makerOf } from '../../webhooks/endpoints/create';
import type { AutomationCall } from '../context';
import { inboundEvent } from '../inbound/tell';
import { inboundEndpoints } from '../schema/inbound';
import { newConfig, usualStatus } from './config';
import { credentialsFor } from './credentials';
import { domainsOf, narrowedEndpoints, reachOf } from './find';
import { judgeConfig, judgeStatus } from './judge';
import { keepVersion } from './keep-version';
import { endpointTarget, presentEndpoint } from './present';
import { showFresh } from './show';

/**
 * Makes a URL that other systems call. Throws 400 for templates that cannot be read, 422 for what does not fit together,
 * for targets that are not there and above the number of endpoints.
 */
export async function createEndpoint(
  ctx: AutomationCall,
  input: CreateInboundEndpoint,
): Promise<InboundEndpointWithSecret> {
  refuseNarrowed(ctx);
  const config = newConfig(input);
  const status = input.status ?? usualStatus(config);
  judgeStatus(config, status);
  await judgeConfig(ctx, config);

  const now = ctx.now();
  const id = newId(ID_PREFIXES.inboundEndpoint);
  const { token, secret, ...credentials } = credentialsFor(
    { tokens: [], secrets: [], secretsSealed: null },
    { id, auth: config.auth, given: input.secret, now, secretKey: ctx.secretKey },
  );
  const row = await ctx.db.transaction(async (tx) => {
    await holdRoom(tx);
    const made = await tx.insert(inboundEndpoints, {
      id,
      name: input.name,
      description: input.description ?? null,
      status,
      config,
      allowedInstances: reachOf(ctx),
      allowedDomains: domainsOf(ctx),
      ...credentials,
      warnings: [],
      createdBy: makerOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    });
    await keepVersion(ctx, tx, made, Object.keys(config));
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'inbound_endpoint.created',
      target: endpointTarget(made),
      changes: { preset: config.preset, auth: config.auth, status },
    });
    await emit(ctx, tx.store, ctx.workspaceId, [
      inboundEvent({ type: 'automation.endpoint.created', data: presentEndpoint(ctx, made) }, made),
    ]);
    return made;
  });
  return showFresh(ctx, row, { token, secret });
}

/** What a key is narrowed to is all that it has of that kind. Throws 403. */
function refuseNarrowed(ctx: AutomationCall): void {
  if (!narrowedEndpoints(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to named inbound endpoints (`resources.inbound_endpoints`), so it cannot create others. Use a key without that limit.',
  );
}

export const countEndpoints = (db: ScopedDb): Promise<number> =>
  db.count(inboundEndpoints, isNull(inboundEndpoints.deletedAt));

/** Room for one more endpoint; keeps others from making one meanwhile. Throws 422. */
async function holdRoom(tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  if ((await countEndpoints(tx)) < ENDPOINT_LIMITS.endpoints) return;
  throw new ApiError(
    'unprocessable',
    `A workspace has at most ${ENDPOINT_LIMITS.endpoints} inbound endpoints: delete one that is not used any more.`,
  );
}
