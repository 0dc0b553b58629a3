import { eq } from 'drizzle-orm';

import type { UpdateWebhook } from '../../../shared/webhooks/inputs';
import { HIDDEN_VALUE, type Webhook } from '../../../shared/webhooks/webhooks';
import { audit } from '../../access';
import { changedColumns, pick } from '../../changed-columns';
import type { ScopedDb } from '../../db/scoped';
import { defined } from '../../defined';
import { firstOrNotFound } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { readableTypes } from '../../events/log/readable';
import { bumpWebhooksVersion } from '../../events/queries/events';
import { requireVersion } from '../../preconditions';
import { isSameTime } from '../../times';
import type { WebhooksContext } from '../context';
import { cancelPendingDeliveries } from '../dispatcher/cancel-pending';
import { CLOSED_BREAKER, HEALTHY } from '../dispatcher/health';
import { webhooks, type WebhookRow } from '../schema';
import { grantOf, requireReadable, intersectGrants } from './patterns';
import { webhookTarget } from './present';
import { isInbox } from './receiver-kind';
import {
  requireFuture,
  headersOf,
  requireNoInbox,
  requireRetry,
  requireSelectors,
  requireUrl,
  requireWebhook,
} from './rules';
import { presentWebhooks } from './stats';
import { webhookEvent } from './webhook-event';

/** Null clears. New patterns and selectors are checked against what this caller can read. */
export async function updateWebhook(ctx: WebhooksContext, input: UpdateWebhook): Promise<Webhook> {
  const row = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const before = await requireWebhook(ctx, tx, input.webhook_id, { lock: true });
    requireVersion(ctx, before.version);

    const change = withGrant(ctx, changedColumns(before, changeOf(ctx, input, before, now)), before);
    if (Object.keys(change).length === 0) return before;
    if (change.selectors) await requireSelectors(ctx, tx, change.selectors);
    if (change.url !== undefined && isInbox(change.url)) await requireNoInbox(tx, before.id);

    const [after = before] = await tx.update(webhooks, eq(webhooks.id, before.id), {
      ...change,
      // A new address resets the health.
      ...(change.url === undefined ? {} : { ...HEALTHY, ...CLOSED_BREAKER }),
      updatedAt: now,
      version: before.version + 1,
    });
    const ended = change.url === undefined ? [] : await cancelUnreadable(ctx, tx, before.no, now);
    await bumpWebhooksVersion(tx.store, ctx.workspaceId);

    const shown = Object.keys(change).filter((name) => !/sealed|grant/i.test(name)) as (keyof WebhookRow)[];
    await audit(ctx, tx, 'webhook.updated', webhookTarget(after), {
      before: pick(before, shown),
      after: pick(after, shown),
    });
    await emit(ctx, tx, [...ended, webhookEvent('webhook.updated', after, now)]);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(after.no));
    return after;
  });
  return firstOrNotFound(await presentWebhooks(ctx, [row]));
}

/** Cancels types that the caller, who moves the webhook, cannot read. */
async function cancelUnreadable(ctx: WebhooksContext, tx: ScopedDb, no: number, now: Date): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (let isFull = true; isFull;) {
    const ended = await cancelPendingDeliveries(tx.store, no, { reason: 'user', now, exceptTypes: readableTypes(ctx) });
    events.push(...ended.events);
    isFull = ended.isFull;
  }
  return events;
}

function changeOf(ctx: WebhooksContext, input: UpdateWebhook, row: WebhookRow, now: Date): Partial<WebhookRow> {
  if (input.events !== undefined) requireReadable(ctx, input.events);
  // A URL that is no longer allowed may stay, since each connection is checked.
  const url = input.url === undefined || input.url === row.url ? undefined : requireUrl(ctx, input.url);
  return {
    ...defined({
      url,
      name: input.name,
      description: input.description,
      events: input.events && [...new Set(input.events)],
      selectors: input.selectors === null ? {} : input.selectors,
      timeoutSeconds: input.timeout_seconds,
      maxInFlight: input.max_in_flight,
      rateLimitPerSecond: input.rate_limit_per_second,
      retry: requireRetry(input.retry),
      source: input.source,
      metadata: input.metadata === null ? {} : input.metadata,
    }),
    ...headersChange(ctx, input.headers, row, url !== undefined && url !== row.url),
    ...(input.expires_at === undefined || isSameTime(input.expires_at, row.expiresAt)
      ? {}
      : { expiresAt: requireFuture(input.expires_at, now) }),
  };
}

/** New events get the caller's grant; a new address gets the intersection of both grants. */
function withGrant(ctx: WebhooksContext, change: Partial<WebhookRow>, row: WebhookRow): Partial<WebhookRow> {
  const changesSelection = change.events !== undefined || change.selectors !== undefined;
  if (!changesSelection && change.url === undefined) return change;
  const own = grantOf(ctx);
  const grant = changesSelection ? own : intersectGrants(row.grant, own);
  return Bun.deepEquals(grant, row.grant) ? change : { ...change, grant };
}

/** A masked value keeps the current one, but not for a new address, where a caller could read it. */
function headersChange(
  ctx: WebhooksContext,
  headers: Record<string, string> | null | undefined,
  row: WebhookRow,
  isNewUrl: boolean,
): Partial<WebhookRow> {
  if (headers === undefined && !isNewUrl) return {};
  const stored = ctx.webhookSealer.openHeaders(row.id, row.headersSealed);
  const given = headers === undefined ? maskedHeaders(stored) : (headers ?? {});
  const next = headersOf(given, isNewUrl ? {} : stored);
  if (Bun.deepEquals(next, stored)) return {};
  return { headersSealed: ctx.webhookSealer.sealHeaders(row.id, next), headerNames: Object.keys(next) };
}

const maskedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN_VALUE]));
