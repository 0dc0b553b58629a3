import { isNull } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { ListWebhooks } from '../../../shared/webhooks/inputs';
import type { Webhook, WebhookId } from '../../../shared/webhooks/webhooks';
import { ApiError } from '../../errors';
import { decodeCursor, sealOf, writeCursor } from '../../paging';
import type { WebhooksContext } from '../context';
import { webhooks } from '../schema';
import { isVisibleWebhook, typesOfWebhook } from './patterns';
import type { WebhookColumns } from './present';
import { requireWebhook } from './rules';
import { presentWebhooks } from './stats';

/** A workspace has few webhooks, so they are filtered and sorted in memory. */
export async function listWebhooks(ctx: WebhooksContext, input: ListWebhooks): Promise<Page<Webhook>> {
  const { limit, cursor, ...filters } = input;
  const seal = sealOf(ctx.workspaceId, filters.sort, filters);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, seal);

  const isDown = filters.sort.startsWith('-');
  const sortKeyOf = filters.sort.endsWith('name') ? byName : byId;
  const rows = (await ctx.db.select(webhooks, { where: isNull(webhooks.deletedAt) }))
    .filter((row) => isVisibleWebhook(ctx, row) && matchesFilters(row, filters))
    .map((row) => ({ row, place: sortKeyOf(row) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1) * (isDown ? -1 : 1))
    .filter(({ place }) => after === undefined || (isDown ? place < after : place > after));

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: await presentWebhooks(
      ctx,
      page.map(({ row }) => row),
    ),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(last.place, seal) : null,
  };
}

export async function getWebhook(ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<Webhook> {
  const [webhook] = await presentWebhooks(ctx, [await requireWebhook(ctx, ctx.db, webhook_id)]);
  if (!webhook) throw new ApiError('not_found');
  return webhook;
}

const byId = ({ id }: WebhookColumns): string => id;
const byName = ({ id, name, url }: WebhookColumns): string => `${(name ?? url).toLowerCase()} ${id}`;

function matchesFilters(
  row: WebhookColumns,
  { status, event_type, source, q }: Omit<ListWebhooks, 'limit' | 'cursor'>,
): boolean {
  if (status && !status.includes(row.status)) return false;
  if (source !== undefined && row.source !== source) return false;
  if (event_type !== undefined && !(typesOfWebhook(row) as string[]).includes(event_type)) return false;
  return q === undefined || `${row.name ?? ''} ${row.url}`.toLowerCase().includes(q.toLowerCase());
}
