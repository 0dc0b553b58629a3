import { eq } from 'drizzle-orm';

import type { UpdateWebhook } from '../../../shared/webhook-inputs';
import type { Webhook } from '../../../shared/webhooks';
import type { WorkspaceContext } from '../../context';
import { webhooks } from '../../db/schema';
import { bumpWebhooksVersion } from '../../db/unscoped/events';
import { fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { audit } from '../audit/write';
import { presentWebhooks } from './figures';
import { grantOf, requireReadable } from './patterns';
import { HIDDEN, presentWebhook, type WebhookRow, webhookTarget } from './present';
import { isInbox } from './receiver';
import { endOf, requireNoInbox, requireSelectors, requireUrl, requireWebhook } from './rules';

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
export async function updateWebhook(ctx: WorkspaceContext, input: UpdateWebhook): Promise<Webhook> {
  const row = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const before = await requireWebhook(ctx, tx, input.webhook_id, { lock: true });
    requireVersion(ctx, before.version);

    const change = differing(changeOf(ctx, input, before, now), before);
    if (Object.keys(change).length === 0) return before;
    if (change.selectors) await requireSelectors(tx, change.selectors);
    if (change.url !== undefined && isInbox(change.url)) await requireNoInbox(tx, before.id);

    const [after = before] = await tx.update(webhooks, eq(webhooks.id, before.id), {
      ...change,
      ...(change.url === undefined ? {} : AFRESH),
      updatedAt: now,
      version: before.version + 1,
    });
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
    await emit(ctx, tx.store, ctx.workspaceId, [{ type: 'webhook.updated', data: presentWebhook(after, now) }]);
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

function changeOf(ctx: WorkspaceContext, input: UpdateWebhook, row: WebhookRow, now: Date): Partial<WebhookRow> {
  if (input.events !== undefined) {
    requireReadable(ctx, input.events);
  }
  const isReachAnew = input.events !== undefined || input.selectors !== undefined;
  return {
    ...sets('url', input.url === undefined ? undefined : requireUrl(ctx, input.url)),
    ...sets('name', input.name),
    ...sets('description', input.description),
    ...sets('events', input.events && [...new Set(input.events)]),
    ...sets('selectors', input.selectors === null ? {} : input.selectors),
    // Who chooses anew what is sent answers for it with what they read themselves.
    ...(isReachAnew ? { grant: grantOf(ctx) } : {}),
    ...(input.headers === undefined ? {} : headersOf(ctx, input.headers ?? {}, row)),
    ...sets('timeoutSeconds', input.timeout_seconds),
    ...sets('maxInFlight', input.max_in_flight),
    ...sets('rateLimitPerSecond', input.rate_limit_per_second),
    ...sets('retry', input.retry),
    ...sets('source', input.source),
    ...sets('metadata', input.metadata === null ? {} : input.metadata),
    ...(input.expires_at === undefined || isSameTime(input.expires_at, row.expiresAt)
      ? {}
      : { expiresAt: endOf(input.expires_at, now) }),
  };
}

/** All headers anew; one with the hidden value keeps what it has, so that an object can be sent back as it came. */
function headersOf(ctx: WorkspaceContext, headers: Record<string, string>, row: WebhookRow): Partial<WebhookRow> {
  const kept = ctx.webhookSealer.openHeaders(row.id, row.headersSealed);
  const next = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (value !== HIDDEN) return [name, value];
      const known = Object.keys(kept).find((one) => one.toLowerCase() === name.toLowerCase());
      const old = known === undefined ? undefined : kept[known];
      if (old !== undefined) return [name, old];
      throw fieldError('unprocessable', `/headers/${name}`, 'required', 'This header has no value yet: give one.');
    }),
  );
  if (Bun.deepEquals(next, kept)) return {};
  return { headersSealed: ctx.webhookSealer.sealHeaders(row.id, next), headerNames: Object.keys(next) };
}

/** A client that sends the whole object back does not ask for a new end. */
const isSameTime = (asked: string | null, current: Date | null): boolean =>
  asked !== null && new Date(asked).getTime() === current?.getTime();

const differing = (change: Partial<WebhookRow>, row: WebhookRow): Partial<WebhookRow> =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => !Bun.deepEquals(value, row[name as keyof WebhookRow])),
  );
