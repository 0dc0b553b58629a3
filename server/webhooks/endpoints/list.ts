import { isNull } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { ListWebhooks } from '../../../shared/webhooks/inputs';
import type { Webhook, WebhookId } from '../../../shared/webhooks/webhooks';
import { firstOrNotFound } from '../../errors';
import { openPage, pageInMemory } from '../../paging';
import type { WebhooksContext } from '../context';
import { webhooks, type WebhookRow } from '../schema';
import { isVisibleWebhook, typesOfWebhook } from './patterns';
import { requireWebhook } from './rules';
import { presentWebhooks } from './stats';

/** A workspace has few webhooks, so they are filtered and sorted in memory. */
export async function listWebhooks(ctx: WebhooksContext, input: ListWebhooks): Promise<Page<Webhook>> {
  const page = openPage(ctx.workspaceId, 'webhooks', input);
  const rows = await ctx.db.select(webhooks, { where: isNull(webhooks.deletedAt) });
  return pageInMemory(
    page,
    rows.filter((row) => isVisibleWebhook(ctx, row) && matchesFilters(row, input)),
    input.sort.startsWith('-') ? 'desc' : 'asc',
    input.sort.endsWith('name') ? byName : byId,
    (shown) => presentWebhooks(ctx, shown),
  );
}

export async function getWebhook(ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<Webhook> {
  return firstOrNotFound(await presentWebhooks(ctx, [await requireWebhook(ctx, ctx.db, webhook_id)]));
}

const byId = ({ id }: WebhookRow): string => id;
const byName = ({ id, name, url }: WebhookRow): string => `${(name ?? url).toLowerCase()} ${id}`;

function matchesFilters(
  row: WebhookRow,
  { status, event_type, source, q }: Omit<ListWebhooks, 'limit' | 'cursor'>,
): boolean {
  if (status && !status.includes(row.status)) return false;
  if (source !== undefined && row.source !== source) return false;
  if (event_type !== undefined && !(typesOfWebhook(row) as string[]).includes(event_type)) return false;
  return q === undefined || `${row.name ?? ''} ${row.url}`.toLowerCase().includes(q.toLowerCase());
}
