import type {
  AddBlockedHost,
  BlockedHost,
  HostEffect,
  ListBlockedHosts,
  RemoveBlockedHost,
} from '../../../shared/links/instance';
import { hostOf } from '../../../shared/links/targets';
import type { Page } from '../../../shared/page';
import { auditInstance, requireStepUp } from '../../access';
import { ApiError, fieldError } from '../../errors';
import { openPage } from '../../paging';
import type { LinksSession } from '../context';
import { recheckLinksOfHost } from '../recheck-links';
import { countBlockedHosts, deleteBlockedHost, insertBlockedHost, listBlockedHosts } from '../system/instance';

/** Every process keeps them in memory; longer lists belong in files. */
const MAX_HOSTS = 10_000;

export async function listHosts(ctx: LinksSession, { limit, cursor, q }: ListBlockedHosts): Promise<Page<BlockedHost>> {
  const page = openPage('instance', 'asc', { limit, cursor, list: 'blocked hosts', q });
  const rows = await listBlockedHosts(ctx.store, { after: page.after, q, limit: page.maxRows });
  return page.answer(rows, 'host', (hosts) =>
    hosts.map(({ host, reason, createdBy, createdByName, createdAt }) => ({
      host,
      reason,
      created_by: { id: createdBy, name: createdByName },
      created_at: createdAt.toISOString(),
    })),
  );
}

/** Blocks existing links to the host. Throws 403, 409, 422. */
export async function addHost(ctx: LinksSession, input: AddBlockedHost): Promise<HostEffect> {
  requireStepUp(ctx);
  const host = requireHost(input.host);
  await ctx.store.transaction(async (tx) => {
    if ((await countBlockedHosts(tx)) >= MAX_HOSTS) {
      throw new ApiError(
        'unprocessable',
        `At most ${MAX_HOSTS} hosts can be blocked. Add more hosts to a file in LINK_BLOCKLIST.`,
      );
    }
    const row = { host, reason: input.reason, createdBy: ctx.actor.userId, createdAt: ctx.now() };
    if (!(await insertBlockedHost(tx, row))) throw new ApiError('conflict', 'The host is already blocked.');
    const changes = { reason: input.reason };
    await auditInstance(ctx, tx, { action: 'instance.link_host_blocked', target: target(host), changes });
  });
  return recheckHost(ctx, host);
}

/** Unblocks links that only this host blocked. Throws 403, 404, 422. */
export async function removeHost(ctx: LinksSession, input: RemoveBlockedHost): Promise<HostEffect> {
  requireStepUp(ctx);
  const host = requireHost(input.host);
  await ctx.store.transaction(async (tx) => {
    const row = await deleteBlockedHost(tx, host);
    if (!row) throw new ApiError('not_found', 'The host is not in the list of blocked hosts.');
    const changes = { reason: row.reason };
    await auditInstance(ctx, tx, { action: 'instance.link_host_unblocked', target: target(host), changes });
  });
  return recheckHost(ctx, host);
}

async function recheckHost(ctx: LinksSession, host: string): Promise<HostEffect> {
  await ctx.linkBlocklist.refresh();
  return { host, ...(await recheckLinksOfHost(ctx, host)) };
}

function requireHost(text: string): string {
  const url = /[/\\?#@\s]|:\d*$/.test(text.trim()) ? null : URL.parse(`http://${text.trim()}`);
  if (url) return hostOf(url);
  throw fieldError(
    'unprocessable',
    '/host',
    'invalid_host',
    'Must be a host such as evil.example, without scheme, port and path.',
  );
}

const target = (host: string) => ({ type: 'link_host', id: host, label: host });
