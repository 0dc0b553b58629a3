import { eq } from 'drizzle-orm';

import type { DisableLinkDomain, InstanceLinkDomain, InstanceLinkDomainName } from '../../../shared/links/instance';
import { auditInstance, requireStepUp } from '../../access';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { invalidateRedirects } from '../changes';
import type { LinksSession } from '../context';
import type { DomainRow } from '../domains/find';
import { domainTarget, presentDomain } from '../domains/present';
import { linkDomains } from '../schema/links';
import { listDomainsNamed } from '../system/instance';

/** Throws 403, 404. */
export const disableLinkDomain = (ctx: LinksSession, input: DisableLinkDomain): Promise<InstanceLinkDomain> =>
  setDisabled(ctx, input.hostname, { action: 'instance.link_domain_disabled', at: ctx.now(), reason: input.reason });

/** The domain stays disabled when its workspace has disabled it too. Throws 403, 404. */
export const enableLinkDomain = (ctx: LinksSession, input: InstanceLinkDomainName): Promise<InstanceLinkDomain> =>
  setDisabled(ctx, input.hostname, { action: 'instance.link_domain_enabled', at: null });

interface Change {
  action: string;
  at: Date | null;
  reason?: string;
}

async function setDisabled(ctx: LinksSession, name: string, change: Change): Promise<InstanceLinkDomain> {
  requireStepUp(ctx);
  const hostname = URL.parse(`http://${name.trim()}`)?.host.replace(/\.(?=:\d+$|$)/, '') ?? '';
  const rows = await listDomainsNamed(ctx.store, hostname);
  if (rows.length === 0) throw new ApiError('not_found', 'The link domain does not exist.');
  for (const row of rows) await setDomainDisabled(ctx, row, change);
  return { hostname, disabled: change.at !== null, workspace_ids: rows.map(({ workspaceId }) => workspaceId) };
}

async function setDomainDisabled(ctx: LinksSession, { id, workspaceId }: DomainRow, { action, at, reason }: Change) {
  await scoped(ctx.store, workspaceId).transaction(async (tx) => {
    const before = await tx.require(linkDomains, id, { lock: true });
    if ((before.blockedAt === null) === (at === null)) return;
    const [after = before] = await tx.update(linkDomains, eq(linkDomains.id, id), {
      blockedAt: at,
      updatedAt: ctx.now(),
      version: before.version + 1,
    });
    const data = await presentDomain({ ...ctx, workspaceId }, tx, after);
    await invalidateRedirects(ctx, tx.store, [{ domainId: id, slugKey: null }]);
    const changes = reason === undefined ? {} : { changes: { reason } };
    await auditInstance(ctx, tx.store, { action, target: domainTarget(after), ...changes });
    await emit(ctx, tx, [{ type: 'link.domain.updated', data }]);
  });
}
