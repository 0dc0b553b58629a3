import { and, eq } from 'drizzle-orm';

import type { InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type {
  InboundEndpointId,
  RestoreEndpointVersion,
  UpdateInboundEndpoint,
} from '../../../shared/automation/endpoint-inputs';
import { audit } from '../../access';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireTag } from '../../whatsapp';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { inboundEvent } from '../inbound/events';
import { listVersions } from '../queries/inbound';
import { inboundEndpoints, inboundRequests } from '../schema/inbound';
import { changedEndpointConfig, changedFields, saveEndpointVersion } from './config';
import { credentialsFor } from './credentials';
import { endpointDomains, grantedEndpoints, requireInboundEndpoint } from './find';
import { endpointTarget, presentEndpoint, showEndpoint, showFresh } from './present';
import { warningsOf } from './samples';
import { requireActivatable, validateEndpointConfig } from './validate';

interface EndpointChange extends Pick<EndpointRow, 'name' | 'description' | 'status' | 'config'> {
  secret?: string | undefined;
}

/** Null clears. The configuration is validated as a whole, for this caller. */
export async function updateEndpoint(
  ctx: AutomationCall,
  { endpoint_id: id, ...input }: UpdateInboundEndpoint,
): Promise<InboundEndpointWithSecret> {
  const before = await requireInboundEndpoint(ctx, ctx.db, id);
  return change(ctx, before, 'inbound_endpoint.updated', {
    name: input.name ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    status: input.status ?? before.status,
    config: changedEndpointConfig(before.config, { endpoint_id: id, ...input }),
    secret: input.secret,
  });
}

/** Restores a configuration as a new version. Throws 404 for a missing version. */
export async function restoreEndpointVersion(
  ctx: AutomationCall,
  { endpoint_id: id, version }: RestoreEndpointVersion,
): Promise<InboundEndpointWithSecret> {
  const before = await requireInboundEndpoint(ctx, ctx.db, id);
  const of = { workspaceId: ctx.workspaceId, endpointId: id };
  const [kept] = await listVersions(ctx.db.store, of, { below: version + 1, limit: 1 });
  if (kept?.version !== version) throw new ApiError('not_found');
  return change(ctx, before, 'inbound_endpoint.restored', { ...before, config: kept.config });
}

/** Validates outside the transaction, since it is slow; throws 409 when the endpoint changed meanwhile. */
async function change(
  ctx: AutomationCall,
  before: EndpointRow,
  action: 'inbound_endpoint.updated' | 'inbound_endpoint.restored',
  { secret: given, ...wanted }: EndpointChange,
): Promise<InboundEndpointWithSecret> {
  const changed = changedFields(before.config, wanted.config);
  requireActivatable(wanted.config, wanted.status);
  if (changed.length > 0) await validateEndpointConfig(ctx, wanted.config);
  const access = changed.length > 0 ? await recalculateAccess(ctx, before, wanted.config) : {};
  const now = ctx.now();
  const { token, secret, ...credentials } = credentialsFor(before, {
    id: before.id,
    auth: wanted.config.auth,
    given,
    now,
    secretKey: ctx.secretKey,
  });

  const row = await ctx.db.transaction(async (tx) => {
    const current = await requireInboundEndpoint(ctx, tx, before.id, { lock: true });
    requireTag(ctx, current.version);
    if (current.version !== before.version)
      throw new ApiError(
        'conflict',
        'The endpoint was changed by another request at the same time. Repeat the request.',
      );
    const isSame =
      changed.length === 0 && secret === null && token === null && Bun.deepEquals(named(wanted), named(before));
    if (isSame) return current;

    const [after = current] = await tx.update(inboundEndpoints, eq(inboundEndpoints.id, before.id), {
      ...named(wanted),
      config: wanted.config,
      ...credentials,
      ...access,
      updatedAt: now,
      version: before.version + 1,
    });
    if (changed.length > 0) await saveEndpointVersion(ctx, tx, after, changed);
    await audit(ctx, tx, action, endpointTarget(after), {
      fields: changed,
      before: named(before),
      after: named(after),
    });
    await emit(ctx, tx, [
      inboundEvent({ type: 'automation.endpoint.updated', data: presentEndpoint(ctx, after) }, after),
    ]);
    return after;
  });
  const { stats } = await showEndpoint(ctx, row);
  return { ...showFresh(ctx, row, { token, secret }), stats };
}

/** The endpoint gets the access of the caller who changes its configuration. */
const recalculateAccess = async (ctx: AutomationCall, row: EndpointRow, config: EndpointConfig) => ({
  allowedInstances: grantedEndpoints(ctx),
  allowedDomains: endpointDomains(ctx),
  warnings: await warningsOf(ctx, row, config),
});

const named = ({ name, description, status }: Pick<EndpointRow, 'name' | 'description' | 'status'>) => ({
  name,
  description,
  status,
});

export async function deleteEndpoint(ctx: AutomationCall, { endpoint_id: id }: InboundEndpointId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await requireInboundEndpoint(ctx, tx, id, { lock: true });
    requireTag(ctx, row.version);
    const now = ctx.now();
    await tx.update(inboundEndpoints, eq(inboundEndpoints.id, id), {
      deletedAt: now,
      updatedAt: now,
      tokens: [],
      secrets: [],
      secretsSealed: null,
    });
    await tx.delete(inboundRequests, and(eq(inboundRequests.endpointId, id), eq(inboundRequests.status, 'pending')));
    await audit(ctx, tx, 'inbound_endpoint.deleted', endpointTarget(row));
    await emit(ctx, tx, [inboundEvent({ type: 'automation.endpoint.deleted', data: presentEndpoint(ctx, row) }, row)]);
  });
}
