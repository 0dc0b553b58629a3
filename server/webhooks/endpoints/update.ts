import { eq } from 'drizzle-orm';

import type { UpdateWebhook } from '../../../shared/webhooks/inputs';
import type { Webhook } from '../../../shared/webhooks/webhooks';
import { HIDDEN } from '../../../shared/webhooks/webhooks';
import { audit } from '../../access/audit/write';
import type { ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import { readableTypes } from '../../events/log/readable';
import { bumpWebhooksVersion } from '../../events/system/events';
import { requireVersion } from '../../preconditions';
import type { WebhooksContext } from '../context';
import { endPending } from '../dispatcher/endings';
import { webhooks } from '../schema';
import { presentWebhooks } from './figures';
import { grantOf, requireReadable, sharedGrant } from './patterns';
import { presentWebhook, type WebhookRow, webhookTarget } from './present';
import { isInbox } from './receiver';
import { endOf, headersOf, requireNoInbox, requireRetry, requireSelectors, requireUrl, requireWebhook } from './rules';
import { webhookEvent } from './tell';

/** A new address starts afresh: what the old one did says nothing of it. */
const AFRESH = {
  consecutiveFailures: 0,
  consecutiveExhausted: 0,
  consecutiveBlocked: 0,
  failingSinceAt: null,
  runFailures: 0,
  openUntil: null,
  openReason: null,
  openings: 0,
  degradedAt: null,
} satisfies Partial<WebhookRow>;

/** Changes what the input names; null clears. New patterns and selectors are held to what this caller reads. */
export async function updateWebhook(ctx: WebhooksContext, input: UpdateWebhook): Promise<Webhook> {
  const row = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const before = await requireWebhook(ctx, tx, input.webhook_id, { lock: true });
    requireVersion(ctx, before.version);

    const change = withGrant(ctx, differing(changeOf(ctx, input, before, now), before), before);
    if (Object.keys(change).length === 0) return before;
    if (change.selectors) await requireSelectors(tx, change.selectors);
    if (change.url !== undefined && isInbox(change.url)) await requireNoInbox(tx, before.id);

    const [after = before] = await tx.update(webhooks, eq(webhooks.id, before.id), {
      ...change,
      ...(change.url === undefined ? {} : AFRESH),
      updatedAt: now,
      version: before.version + 1,
    });
    const ended = change.url === undefined ? [] : await cancelUnread(ctx, tx, before.no, now);
    await bumpWebhooksVersion(tx.store, ctx.workspaceId);

    const shown = Object.keys(change).filter((name) => !/sealed|grant/i.test(name)) as (keyof WebhookRow)[];
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'webhook.updated',
      target: webhookTarget(after),
      changes: {
        before: Object.fromEntries(shown.map((name) => [name, before[name]])),
        after: Object.fromEntries(shown.map((name) => [name, after[name]])),
      },
    });
    await emit(ctx, tx.store, ctx.workspaceId, [...ended, webhookEvent('webhook.updated', after, now)]);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(after.no));
    return after;
  });
  const [webhook] = await presentWebhooks(ctx, [row]);
  return webhook ?? presentWebhook(row, ctx.now());
}

/** One column, unless the input leaves it as it is. */
function sets<K extends keyof WebhookRow>(name: K, value: WebhookRow[K] | undefined): Partial<WebhookRow> {
  return value === undefined ? {} : { [name]: value };
}

/** What waits of types that the webhook got before: who moves it need not read them. All of it, or it would move too. */
async function cancelUnread(ctx: WebhooksContext, tx: ScopedDb, no: number, now: Date): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (let isFull = true; isFull;) {
    const ended = await endPending(tx.store, no, { reason: 'user', now, exceptTypes: readableTypes(ctx) });
    events.push(...ended.events);
    isFull = ended.isFull;
  }
  return events;
}

function changeOf(ctx: WebhooksContext, input: UpdateWebhook, row: WebhookRow, now: Date): Partial<WebhookRow> {
  if (input.events !== undefined) {
    requireReadable(ctx, input.events);
  }
  // One that is no longer allowed may stay; each connection is judged anyway.
  const url = input.url === undefined || input.url === row.url ? undefined : requireUrl(ctx, input.url);
  return {
    ...sets('url', url),
    ...sets('name', input.name),
    ...sets('description', input.description),
    ...sets('events', input.events && [...new Set(input.events)]),
    ...sets('selectors', input.selectors === null ? {} : input.selectors),
    ...headersChange(ctx, input.headers, row, url !== undefined && url !== row.url),
    ...sets('timeoutSeconds', input.timeout_seconds),
    ...sets('maxInFlight', input.max_in_flight),
    ...sets('rateLimitPerSecond', input.rate_limit_per_second),
    ...sets('retry', requireRetry(input.retry)),
    ...sets('source', input.source),
    ...sets('metadata', input.metadata === null ? {} : input.metadata),
    ...(input.expires_at === undefined || isSameTime(input.expires_at, row.expiresAt)
      ? {}
      : { expiresAt: endOf(input.expires_at, now) }),
  };
}

/**
 * Who chooses anew what is sent answers for it with what they read themselves; who only says where to, lends nothing,
 * and gets no more than they read.
 */
function withGrant(ctx: WebhooksContext, change: Partial<WebhookRow>, row: WebhookRow): Partial<WebhookRow> {
  const isReachAnew = change.events !== undefined || change.selectors !== undefined;
  if (!isReachAnew && change.url === undefined) return change;
  const own = grantOf(ctx);
  const grant = isReachAnew ? own : sharedGrant(row.grant, own);
  return Bun.deepEquals(grant, row.grant) ? change : { ...change, grant };
}

/**
 * All headers anew; one with the hidden value keeps what it has, so that an object can be sent back as it came. A value
 * is for one address: whoever may change that could otherwise read it there.
 */
function headersChange(
  ctx: WebhooksContext,
  headers: Record<string, string> | null | undefined,
  row: WebhookRow,
  isMoved: boolean,
): Partial<WebhookRow> {
  if (headers === undefined && !isMoved) return {};
  const kept = ctx.webhookSealer.openHeaders(row.id, row.headersSealed);
  const given = headers === undefined ? hiddenOf(kept) : (headers ?? {});
  const next = headersOf(given, isMoved ? {} : kept);
  if (Bun.deepEquals(next, kept)) return {};
  return { headersSealed: ctx.webhookSealer.sealHeaders(row.id, next), headerNames: Object.keys(next) };
}

const hiddenOf = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN]));

/** A client that sends the whole object back does not ask for a new end. */
const isSameTime = (asked: string | null, current: Date | null): boolean =>
  asked !== null && new Date(asked).getTime() === current?.getTime();

const differing = (change: Partial<WebhookRow>, row: WebhookRow): Partial<WebhookRow> =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => !Bun.deepEquals(value, row[name as keyof WebhookRow])),
  );
