import { and, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm';

import { nextTurn } from '../../next-turn';
import type { WebhooksContext } from '../context';
import { deliveryBefore } from '../queries/stats';
import { webhookDeliveries } from '../schema';
import type { DeliveryRow } from '../system/results';

/** Rows per query: SQLite runs one query at a time, so a long one delays every other request. */
export const ROWS_PER_SCAN = 2048;
/** The next page continues there. */
const MAX_SCANNED_ROWS = 500_000;

interface ScanRange {
  webhookNos: readonly number[];
  before: number;
  maxRows: number;
  where: SQL | undefined;
  /** `where` matches only exhausted deliveries, which have an index of their own. */
  isExhausted: boolean;
}

interface ScannedDeliveries {
  rows: DeliveryRow[];
  /** The number at which it stopped, if more may follow. */
  end?: number;
}

/** Newest first, read in slices. */
export async function scanDeliveries(ctx: WebhooksContext, range: ScanRange): Promise<ScannedDeliveries> {
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

async function scanWebhook(ctx: WebhooksContext, range: WebhookScanRange): Promise<ScannedDeliveries> {
  const { webhookNo, after, maxRows, where, isExhausted, budget } = range;
  const rows: DeliveryRow[] = [];
  for (let { before } = range; ;) {
    const { workspaceId } = ctx.db;
    // Without a filter, no more rows are read than are found.
    const from =
      where && (await deliveryBefore(ctx.store, { workspaceId, webhookNo, before, rows: ROWS_PER_SCAN, isExhausted }));
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
    if (budget.left <= 0 || ctx.signal?.().aborted) return { rows, end: from };
    await nextTurn();
  }
}
