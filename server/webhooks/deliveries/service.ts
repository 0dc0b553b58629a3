import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notLike, or, sql, type SQL } from 'drizzle-orm';

import { EVENT_TYPES, type EventEnvelope, type EventType } from '../../../shared/events/events';
import { typesOf } from '../../../shared/events/patterns';
import type { Page } from '../../../shared/page';
import type {
  Attempt,
  Delivery,
  DeliveryDetail,
  DeliveryId,
  ListAttempts,
  ListDeliveries,
} from '../../../shared/webhooks/deliveries';
import { andThen, type Awaitable } from '../../awaitable';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { isReadable, readableCondition, readableTypes } from '../../events/log/readable';
import { events } from '../../events/schema';
import { openPage } from '../../paging';
import type { WebhooksContext } from '../context';
import { isVisibleWebhook } from '../endpoints/patterns';
import { readAttempts } from '../queries/stats';
import { DELIVERY_STATE, webhookDeliveries, webhooks, type WebhookRow } from '../schema';
import type { DeliveryRow } from '../system/results';
import { presentOptionsOf, presentAttempt, presentDelivery, stateOf } from './present-delivery';
import { scanDeliveries } from './scan-deliveries';

export interface DeliveryTarget {
  row: DeliveryRow;
  webhook: WebhookRow;
}

export async function listDeliveries(ctx: WebhooksContext, input: ListDeliveries): Promise<Page<Delivery>> {
  const page = openPage(ctx.workspaceId, 'deliveries', input);
  const hooks = await findVisibleWebhooks(ctx, input.webhook_id);
  const { rows, end } = await scanDeliveries(ctx, {
    webhookNos: hooks.map(({ no }) => no),
    before: page.afterNumber() ?? Number.MAX_SAFE_INTEGER,
    maxRows: page.maxRows,
    where: await whereOf(ctx, input),
    isExhausted: wantsOnlyExhausted(input),
  });
  const at = presentOptionsOf(ctx);
  const byNo = new Map(hooks.map((hook) => [hook.no, hook]));
  const present = (row: DeliveryRow): Delivery[] => {
    const hook = byNo.get(row.webhookNo);
    return hook ? [presentDelivery(row, hook, at)] : [];
  };
  return page.answer(rows, 'no', (shown) => shown.flatMap(present), end);
}

const wantsOnlyExhausted = ({ status }: Pick<ListDeliveries, 'status'>): boolean =>
  status?.length === 1 && status[0] === 'exhausted';

async function findVisibleWebhooks(ctx: WebhooksContext, id: string | undefined): Promise<WebhookRow[]> {
  const rows = await ctx.db.select(webhooks, {
    where: id === undefined ? isNull(webhooks.deletedAt) : eq(webhooks.id, id),
  });
  return rows.filter((row) => isVisibleWebhook(ctx, row));
}

async function whereOf(
  ctx: WebhooksContext,
  filters: Omit<ListDeliveries, 'limit' | 'cursor'>,
): Promise<SQL | undefined> {
  const { event_id, request_id, status, trigger, event_type, created_after, created_before } = filters;
  const readable = readableTypes(ctx);
  const types = event_type === undefined ? readable : typesOf([event_type]).filter((type) => readable.includes(type));
  const caused = request_id === undefined ? undefined : await eventIdsOfRequest(ctx, request_id);
  // Test events have no row in the event log.
  const event = event_id === undefined ? undefined : await ctx.db.get(events, event_id);
  return and(
    // The literal makes the planner use the partial index; it does not match a bound value.
    wantsOnlyExhausted(filters) ? sql`${webhookDeliveries.state} = 3` : undefined,
    given(event?.sequence, (sequence) => eq(webhookDeliveries.eventSequence, sequence)),
    types.length === EVENT_TYPES.length ? undefined : inArray(webhookDeliveries.eventType, [...types]),
    given(readableCondition(ctx), (met) => isReadableEvent(ctx, met)),
    given(event_id, (id) => eq(webhookDeliveries.eventId, id)),
    given(caused, (ids) => inArray(webhookDeliveries.eventId, ids)),
    given(status, (states) => inArray(webhookDeliveries.state, states.map(stateOf))),
    given(trigger, (triggers) => inArray(webhookDeliveries.trigger, triggers)),
    given(created_after, (time) => gt(webhookDeliveries.createdAt, new Date(time))),
    given(created_before, (time) => lt(webhookDeliveries.createdAt, new Date(time))),
  );
}

const isReadableEvent = (ctx: WebhooksContext, met: SQL): SQL | undefined =>
  or(
    notLike(webhookDeliveries.eventType, 'webhook.%'),
    eq(webhookDeliveries.eventSequence, 0),
    sql`exists (select 1 from ${events} where ${eq(events.workspaceId, ctx.workspaceId)}
      and ${eq(events.sequence, webhookDeliveries.eventSequence)} and ${met})`,
  );

const eventIdsOfRequest = async (ctx: WebhooksContext, requestId: string): Promise<string[]> =>
  (await ctx.db.select(events, { where: eq(events.requestId, requestId), limit: 100 })).map(({ id }) => id);

export const requireDelivery = (
  ctx: WebhooksContext,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Awaitable<DeliveryTarget> =>
  andThen(db.require(webhookDeliveries, id, options), (row) =>
    andThen(db.getBy(webhooks, 'no', [row.webhookNo]), ([webhook]) =>
      andThen(isReadableDelivery(ctx, db, row), (isAllowed) => {
        if (!isAllowed || !webhook || !isVisibleWebhook(ctx, webhook)) throw new ApiError('not_found');
        return { row, webhook };
      }),
    ),
  );

function isReadableDelivery(
  ctx: WebhooksContext,
  db: ScopedDb,
  { eventType, eventSequence }: DeliveryRow,
): Awaitable<boolean> {
  if (!readableTypes(ctx).includes(eventType as EventType)) return false;
  if (!eventType.startsWith('webhook.') || eventSequence === 0 || !readableCondition(ctx)) return true;
  return andThen(db.getBy(events, 'sequence', [eventSequence]), ([event]) => !!event && isReadable(ctx, event));
}

export const getDelivery = (ctx: WebhooksContext, { delivery_id }: DeliveryId): Awaitable<DeliveryDetail> =>
  andThen(requireDelivery(ctx, ctx.db, delivery_id), ({ row, webhook }) =>
    andThen(sentBody(ctx, row), (body) =>
      Object.assign(presentDelivery(row, webhook, presentOptionsOf(ctx)), {
        payload: body === null ? null : (JSON.parse(body) as EventEnvelope),
        body_text: ctx.actor.type === 'user' ? body : null,
      }),
    ),
  );

/** The signed bytes. A test event has no row, so its body comes from the attempt. */
function sentBody(ctx: WebhooksContext, row: DeliveryRow): Awaitable<string | null> {
  if (row.eventSequence > 0) {
    return andThen(ctx.db.getBy(events, 'sequence', [row.eventSequence]), ([event]) =>
      event ? (event.thinBody ?? event.body) : null,
    );
  }
  return readAttempts(ctx.store, ctx.workspaceId, row.no, { limit: 1 }).then(([first]) => first?.requestBody ?? null);
}

export async function listAttempts(ctx: WebhooksContext, input: ListAttempts): Promise<Page<Attempt>> {
  const { delivery_id, limit, cursor } = input;
  const { row } = await requireDelivery(ctx, ctx.db, delivery_id);
  const page = openPage(ctx.workspaceId, 'asc', { limit, cursor, delivery_id });
  const range = { after: page.afterNumber() ?? 0, limit: page.maxRows };
  const rows = await readAttempts(ctx.store, ctx.workspaceId, row.no, range);
  return page.answer(rows, 'number', (attempts) => attempts.map(presentAttempt));
}

/** Only the latest deliveries are read, so that a flood of failures costs no more. */
const MAX_SCANNED_DELIVERIES = 100;

/** Includes deleted webhooks. Test deliveries count only while they are recent. */
export async function hasDelivered({ db }: Pick<WebhooksContext, 'db'>): Promise<boolean> {
  const succeeded = await db.select(webhooks, { where: isNotNull(webhooks.lastSuccessAt), limit: 1 });
  if (succeeded.length > 0) return true;
  const last = await db.select(webhookDeliveries, {
    orderBy: [desc(webhookDeliveries.createdAt)],
    limit: MAX_SCANNED_DELIVERIES,
  });
  return last.some(({ state }) => state === DELIVERY_STATE.succeeded);
}
