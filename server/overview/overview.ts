import type { WorkspaceOverview } from '../../shared/access/workspaces';
import { ID_PREFIXES, idAt } from '../../shared/ids';
import { countLiveKeys, countMembers, countPendingInvitations } from '../access';
import { countPublications } from '../automation';
import { hasRequestLogs, readUsage, startOf, UNIT_MS } from '../usage';
import { hasDelivered } from '../webhooks';
import { hasMessages } from '../whatsapp';
import type { OverviewContext } from './context';

const HOURS = 24;
const NOT_SPLIT = { bucket: true, key: false, surface: false, operation: false, status: false };

/** Reads counters only, since raw rows would be slow. */
export async function readOverview(ctx: OverviewContext): Promise<WorkspaceOverview> {
  const [liveKeys, members, invitations, requests, hasRequests, hasWritten, isDelivered, hasClicks, publications] =
    await Promise.all([
      countLiveKeys(ctx.db, ctx.now()),
      countMembers(ctx),
      countPendingInvitations(ctx),
      requestsOfTheDay(ctx),
      hasEverRequested(ctx),
      hasMessages(ctx),
      hasDelivered(ctx),
      ctx.clicks.store.hasCounted(ctx.workspaceId),
      countPublications(ctx.store, ctx.workspaceId, idAt(ID_PREFIXES.publication, ctx.now().getTime() - UNIT_MS.day)),
    ]);
  return {
    workspace_id: ctx.workspaceId,
    getting_started: { live_keys: liveKeys, members, pending_invitations: invitations, ...requests },
    automation: { publications_24h: publications.made, publications_waiting: publications.waiting },
    checklist: [
      { step: 'create_key', done: liveKeys > 0 || hasRequests },
      { step: 'first_request', done: hasRequests },
      { step: 'send_message', done: hasWritten },
      { step: 'receive_webhook', done: isDelivered },
      { step: 'track_click', done: hasClicks },
      { step: 'invite_colleague', done: members > 1 || invitations > 0 },
    ],
  };
}

type UsageContext = Pick<OverviewContext, 'workspaceId' | 'store' | 'now'>;

/** The current clock hour and the 23 before it. */
async function requestsOfTheDay(ctx: UsageContext): Promise<{ requests_24h: number; errors_24h: number }> {
  const now = ctx.now().getTime();
  const hour = startOf('hour', now).getTime();
  const rows = await readUsage(ctx.store, {
    workspaceId: ctx.workspaceId,
    unit: 'hour',
    from: new Date(hour - (HOURS - 1) * UNIT_MS.hour),
    to: new Date(hour + UNIT_MS.hour),
    by: NOT_SPLIT,
    limit: HOURS,
  });
  return {
    requests_24h: rows.reduce((sum, row) => sum + row.requests, 0),
    errors_24h: rows.reduce((sum, row) => sum + row.errors4xx + row.errors5xx, 0),
  };
}

/** The request log is immediate but purged; usage is delayed but kept. */
async function hasEverRequested(ctx: OverviewContext): Promise<boolean> {
  if (await hasRequestLogs(ctx)) return true;
  const to = new Date(ctx.now().getTime() + UNIT_MS.day);
  const query = { workspaceId: ctx.workspaceId, unit: 'day' as const, from: new Date(0), to, by: NOT_SPLIT, limit: 1 };
  return (await readUsage(ctx.store, query)).length > 0;
}
