import type { Webhook, WebhookHealth, WebhookId } from '../../../shared/webhooks/webhooks';
import type { WebhooksContext } from '../context';
import { readQueues, readRates } from '../queries/figures';
import { presentHealth, presentWebhook, type WebhookFigures, type WebhookRow } from './present';
import { requireWebhook } from './rules';

const DAY_MS = 86_400_000;

/** Webhooks with the state of their queues, in the order given. */
export async function presentWebhooks(ctx: WebhooksContext, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const now = ctx.now();
  const figures = await figuresOf(ctx, rows, now);
  return rows.map((row) => presentWebhook(row, now, figures(row)));
}

/** How deliveries of one webhook go. */
export async function getWebhookHealth(ctx: WebhooksContext, { webhook_id }: WebhookId): Promise<WebhookHealth> {
  const row = await requireWebhook(ctx, ctx.db, webhook_id);
  const now = ctx.now();
  const figures = await figuresOf(ctx, [row], now);
  return presentHealth(row, now, figures(row));
}

async function figuresOf(
  ctx: WebhooksContext,
  rows: readonly WebhookRow[],
  now: Date,
): Promise<(row: WebhookRow) => WebhookFigures> {
  const nos = rows.map(({ no }) => no);
  const queues = await readQueues(ctx.store, ctx.workspaceId, nos);
  const rates = await readRates(ctx.store, ctx.workspaceId, nos, new Date(now.getTime() - DAY_MS));
  return ({ no }) => {
    const queue = queues.get(no);
    return {
      live: ctx.delivery.live(no),
      pendingCount: queue?.pending ?? 0,
      nextAttemptAt: queue?.nextAt ?? null,
      successRate24h: rates.get(no) ?? null,
    };
  };
}
