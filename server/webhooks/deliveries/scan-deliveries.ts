import { and, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm';

import { nextTurn } from '../../schedule';
import type { WebhooksContext } from '../context';
import type { DeliveryRow } from '../dispatcher/dispatcher-types';
import { deliveryFurtherBack } from '../queries/figures';
import { webhookDeliveries } from '../schema';

/** Rows of a webhook that one slice looks at, a few milliseconds of work: on SQLite a query holds up everybody. */
export const SLICE = 2048;
/** Rows that one page looks at; the next goes on from there. */
const SEARCHED = 500_000;

interface Stretch {
  webhookNos: readonly number[];
  /** Only rows with smaller numbers. */
  before: number;
  most: number;
  where: SQL | undefined;
  /** `where` wants exhausted ones alone, which have an index of their own. */
  isDead: boolean;
}

/**
 * The newest deliveries of several webhooks that meet `where`, found slice by slice, so that others get their turn. `end` is the number that it looked back to when something may be left.
 */
export async function scanDeliveries(
  ctx: WebhooksContext,
  stretch: Stretch,
): Promise<{ rows: DeliveryRow[]; end?: number }> {
  const { webhookNos, most } = stretch;
  const budget = { left: SEARCHED };
  let newest: DeliveryRow[] = [];
  let end = 0;
  // Each webhook has its own stretch of the index; the newest of all are among the newest of each.
  for (const webhookNo of webhookNos) {
    const least = Math.max(end, newest[most - 1]?.no ?? 0);
    const { rows, end: lookedTo = 0 } = await scanWebhook(ctx, { ...stretch, webhookNo, least, budget });
    newest = [...newest, ...rows].toSorted((a, b) => b.no - a.no).slice(0, most);
    end = Math.max(end, lookedTo);
  }
  return end === 0 ? { rows: newest } : { rows: newest.filter(({ no }) => no >= end), end };
}

interface OneStretch extends Omit<Stretch, 'webhookNos'> {
  webhookNo: number;
  /** Only rows with larger numbers. */
  least: number;
  budget: { left: number };
}

async function scanWebhook(ctx: WebhooksContext, stretch: OneStretch): Promise<{ rows: DeliveryRow[]; end?: number }> {
  const { webhookNo, least, most, where, isDead, budget } = stretch;
  const rows: DeliveryRow[] = [];
  for (let { before } = stretch; ;) {
    const from = await deliveryFurtherBack(ctx.store, { webhookNo, before, rows: SLICE, isDead });
    const found = await ctx.db.select(webhookDeliveries, {
      where: and(
        eq(webhookDeliveries.webhookNo, webhookNo),
        lt(webhookDeliveries.no, before),
        gt(webhookDeliveries.no, least),
        from === undefined ? undefined : gte(webhookDeliveries.no, from),
        where,
      ),
      orderBy: [desc(webhookDeliveries.no)],
      limit: most - rows.length,
    });
    rows.push(...found);
    if (rows.length >= most || from === undefined || from <= least) return { rows };

    before = from;
    budget.left -= SLICE;
    if (budget.left <= 0 || ctx.signal?.aborted) return { rows, end: from };
    await nextTurn();
  }
}
