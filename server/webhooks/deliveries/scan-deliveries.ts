import { and, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm';

import { nextTurn } from '../../schedule';
import type { WebhooksContext } from '../context';
import { deliveryBefore } from '../queries/stats';
import { webhookDeliveries } from '../schema';
import type { DeliveryRow } from '../system/results';

/** Rows per query: SQLite runs one query at a time, so a long one delays every other request. */
export const ROWS_PER_SCAN = 2048;
/** Rows that one page reads at most; the next page continues from there. */
const MAX_SCANNED_ROWS = 500_000;

interface ScanRange {
  webhookNos: readonly number[];
  before: number;
  maxRows: number;
  where: SQL | undefined;
  /** `where` matches only exhausted deliveries, which have an index of their own. */
  isExhausted: boolean;
}

/** Newest first, read in slices. `end` is the number it stopped at when more may follow. */
export async function scanDeliveries(
  ctx: WebhooksContext,
  range: ScanRange,
): Promise<{ rows: DeliveryRow[]; end?: number }> {
  const { webhookNos, maxRows } = range;
  const budget = { left: MAX_SCANNED_ROWS };
  let newest: DeliveryRow[] = [];
  let end = 0;
  // The index is ordered by webhook, so the newest deliveries are merged from the newest of each.
  for (const webhookNo of webhookNos) {
    const after = Math.max(end, newest[maxRows - 1]?.no ?? 0);
    const { rows, end: scannedTo = 0 } = await scanWebhook(ctx, { ...range, webhookNo, after, budget });
    newest = [...newest, ...rows].toSorted((a, b) => b.no - a.no).slice(0, maxRows);
    end = Math.max(end, scannedTo);
  }
  return end === 0 ? { rows: newest } : { rows: newest.filter(({ no }) => no >= end), end };
}

interface WebhookScanRange extends Omit<ScanRange, 'webhookNos'> {
  webhookNo: number;
  after: number;
  budget: { left: number };
}

async function scanWebhook(
  ctx: WebhooksContext,
  range: WebhookScanRange,
): Promise<{ rows: DeliveryRow[]; end?: number }> {
  const { webhookNo, after, maxRows, where, isExhausted, budget } = range;
  const rows: DeliveryRow[] = [];
  for (let { before } = range; ;) {
    const { workspaceId } = ctx.db;
    const from = await deliveryBefore(ctx.store, { workspaceId, webhookNo, before, rows: ROWS_PER_SCAN, isExhausted });
    const found = await ctx.db.select(webhookDeliveries, {
      where: and(
        eq(webhookDeliveries.webhookNo, webhookNo),
        lt(webhookDeliveries.no, before),
        gt(webhookDeliveries.no, after),
        from === undefined ? undefined : gte(webhookDeliveries.no, from),
        where,
      ),
      orderBy: [desc(webhookDeliveries.no)],
      limit: maxRows - rows.length,
    });
    rows.push(...found);
    if (rows.length >= maxRows || from === undefined || from <= after) return { rows };

    before = from;
    budget.left -= ROWS_PER_SCAN;
    if (budget.left <= 0 || ctx.signal?.aborted) return { rows, end: from };
    await nextTurn();
  }
}
