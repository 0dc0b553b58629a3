import { and, eq } from 'drizzle-orm';

import type { InboundEndpointWithSecret } from '../../../shared/automation/endpoint';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type {
  InboundEndpointId,
  RestoreEndpointVersion,
  UpdateInboundEndpoint,
} from '../../../shared/automation/endpoint-inputs';
import { audit } from '../../access/audit/write';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireTag } from '../../whatsapp/etag';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { inboundEvent } from '../inbound/tell';
import { listVersions } from '../queries/inbound';
import { inboundEndpoints, inboundRequests } from '../schema/inbound';
import { changedConfig, changedFields } from './config';
import { credentialsFor } from './credentials';
import { domainsOf, reachOf, requireInboundEndpoint } from './find';
import { judgeConfig, judgeStatus } from './judge';
import { keepVersion } from './keep-version';
import { endpointTarget, presentEndpoint } from './present';
import { warningsOf } from './samples';
import { showEndpoint, showFresh } from './show';

interface Wanted extends Pick<EndpointRow, 'name' | 'description' | 'status' | 'config'> {
  secret?: string | undefined;
}

/** Changes what the input names; null clears. What the endpoint does is judged as a whole, for this caller. */
export async function updateEndpoint(
  ctx: AutomationCall,
  { endpoint_id: id, ...input }: UpdateInboundEndpoint,
): Promise<InboundEndpointWithSecret> {
  const before = await requireInboundEndpoint(ctx, ctx.db, id);
  return change(ctx, before, 'inbound_endpoint.updated', {
    name: input.name ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    status: input.status ?? before.status,
    config: changedConfig(before.config, { endpoint_id: id, ...input }),
    secret: input.secret,
  });
}

/** Makes the configuration again what it was, as a new version. Throws 404 for a version that is not there. */
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

/**
 * Judges outside the transaction, since templates are looked at and targets are searched; the version that was judged
 * must still be the one that is changed. Throws 409 where it is not.
 */
async function change(
  ctx: AutomationCall,
  before: EndpointRow,
  action: 'inbound_endpoint.updated' | 'inbound_endpoint.restored',
  { secret: given, ...wanted }: Wanted,
): Promise<InboundEndpointWithSecret> {
  const changed = changedFields(before.config, wanted.config);
  judgeStatus(wanted.config, wanted.status);
  if (changed.length > 0) await judgeConfig(ctx, wanted.config);
  const reach = changed.length > 0 ? await reachAnew(ctx, before, wanted.config) : {};
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
      ...reach,
      updatedAt: now,
      version: before.version + 1,
    });
    if (changed.length > 0) await keepVersion(ctx, tx, after, changed);
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action,
      target: endpointTarget(after),
      changes: { fields: changed, before: named(before), after: named(after) },
    });
    await emit(ctx, tx.store, ctx.workspaceId, [
      inboundEvent({ type: 'automation.endpoint.updated', data: presentEndpoint(ctx, after) }, after),
    ]);
    return after;
  });
  const { stats } = await showEndpoint(ctx, row);
  return { ...showFresh(ctx, row, { token, secret }), stats };
}

/** Who changes what it does answers for it with what they reach. */
const reachAnew = async (ctx: AutomationCall, row: EndpointRow, config: EndpointConfig) => ({
  allowedInstances: reachOf(ctx),
  allowedDomains: domainsOf(ctx),
  warnings: await warningsOf(ctx, row, config),
});

const named = ({ name, description, status }: Pick<EndpointRow, 'name' | 'description' | 'status'>) => ({
  name,
  description,
  status,
});

/** Removes an endpoint: its URL is gone at once, what it received stays in the log. */
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
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'inbound_endpoint.deleted',
      target: endpointTarget(row),
    });
    await emit(ctx, tx.store, ctx.workspaceId, [
      inboundEvent({ type: 'automation.endpoint.deleted', data: presentEndpoint(ctx, row) }, row),
    ]);
  });
}
