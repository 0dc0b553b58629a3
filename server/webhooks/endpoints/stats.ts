import { DAY_MS } from '../../../shared/durations';
import type { Webhook, WebhookHealth, WebhookId } from '../../../shared/webhooks/webhooks';
import type { WebhooksContext } from '../context';
import { readQueueStats, readSuccessRates } from '../queries/stats';
import { presentHealth, presentWebhook, type WebhookStats, type WebhookColumns } from './present';
import { requireWebhook } from './rules';

export async function presentWebhooks(ctx: WebhooksContext, rows: readonly WebhookColumns[]): Promise<Webhook[]> {
  const now = ctx.now();
  const stats = await statsOf(ctx, rows, now);
  return rows.map((row) => presentWebhook(row, now, stats(row)));
}

export async function getWebhookHealth(ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<WebhookHealth> {
  const row = await requireWebhook(ctx, ctx.db, webhook_id);
  const now = ctx.now();
  const stats = await statsOf(ctx, [row], now);
  return presentHealth(row, now, stats(row));
}

async function statsOf(
  ctx: WebhooksContext,
  rows: readonly WebhookColumns[],
  now: Date,
): Promise<(row: WebhookColumns) => WebhookStats> {
  const nos = rows.map(({ no }) => no);
  const queues = await readQueueStats(ctx.store, ctx.workspaceId, nos);
  const rates = await readSuccessRates(ctx.store, ctx.workspaceId, nos, new Date(now.getTime() - DAY_MS));
  return ({ no }) => {
    const queue = queues.get(no);
    return {
      live: ctx.delivery.inProcessState(no),
      pendingCount: queue?.pending ?? 0,
      nextAttemptAt: queue?.nextAt ?? null,
      successRate24h: rates.get(no) ?? null,
    };
  };
}
