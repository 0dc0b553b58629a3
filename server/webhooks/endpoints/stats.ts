import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import { type GetWebhookStats, MAX_STATS_POINTS, type WebhookStats } from '../../../shared/webhooks/stats';
import type { Webhook, WebhookHealth, WebhookId } from '../../../shared/webhooks/webhooks';
import { ApiError } from '../../errors';
import type { WebhooksContext } from '../context';
import { readHourlyStats, readQueueStats } from '../queries/stats';
import type { WebhookRow } from '../schema';
import { presentHealth, presentWebhook, type QueueStats } from './present';
import { requireWebhook } from './rules';
import { isUnstable, successRate } from './success-rate';

export async function presentWebhooks(ctx: WebhooksContext, rows: readonly WebhookRow[]): Promise<Webhook[]> {
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
  rows: readonly WebhookRow[],
  now: Date,
): Promise<(row: WebhookRow) => QueueStats> {
  const nos = rows.map(({ no }) => no);
  const queues = await readQueueStats(ctx.store, ctx.workspaceId, nos);
  const from = new Date(now.getTime() - DAY_MS);
  const hours = Map.groupBy(await readHourlyStats(ctx.store, ctx.workspaceId, nos, { from }), ({ no }) => no);
  return ({ no }) => {
    const queue = queues.get(no);
    const lastDay = hours.get(no) ?? [];
    return {
      live: ctx.delivery.inProcessState(no),
      pendingCount: queue?.pending ?? 0,
      nextAttemptAt: queue?.nextAt ?? null,
      successRate24h: successRate(lastDay),
      isUnstable: isUnstable(lastDay),
    };
  };
}

const UNIT_MS = { hour: HOUR_MS, day: DAY_MS };
const DEFAULT_RANGE_MS = { hour: DAY_MS, day: 30 * DAY_MS };

/** Throws 422 for an empty period, and for too many points. */
export async function getWebhookStats(ctx: WebhooksContext, input: GetWebhookStats): Promise<WebhookStats> {
  const { granularity } = input;
  const unit = UNIT_MS[granularity];
  const startOf = (time: number): number => Math.floor(time / unit) * unit;
  const to = input.to === undefined ? ctx.now() : new Date(input.to);
  const from = new Date(
    startOf(input.from === undefined ? to.getTime() - DEFAULT_RANGE_MS[granularity] : Date.parse(input.from)),
  );
  if (from >= to) throw new ApiError('unprocessable', '`from` must be earlier than `to`.');
  if ((to.getTime() - from.getTime()) / unit > MAX_STATS_POINTS) {
    throw new ApiError(
      'unprocessable',
      `The response would have more than ${MAX_STATS_POINTS} points. Request a shorter period or a longer granularity.`,
    );
  }

  const { no } = await requireWebhook(ctx, ctx.db, input.webhook_id);
  const hours = await readHourlyStats(ctx.store, ctx.workspaceId, [no], { from, to });
  const points = Map.groupBy(hours, ({ hour }) => startOf(hour.getTime()));
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    granularity,
    data: [...points].map(([start, within]) => ({
      starts_at: new Date(start).toISOString(),
      succeeded: within.reduce((sum, { succeeded }) => sum + succeeded, 0),
      failed: within.reduce((sum, { failed }) => sum + failed, 0),
      duration_ms_sum: within.reduce((sum, { totalMs }) => sum + totalMs, 0),
    })),
  };
}
