import { and, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Page } from '../../../shared/page';
import { type CreateReplay, type ListReplays, Replay, type ReplayId } from '../../../shared/webhooks/replays';
import { audit } from '../../access';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { readSequences } from '../../events/queries/events';
import { pageOfRows } from '../../paging';
import { presentAs } from '../../present-as';
import type { WebhooksContext } from '../context';
import { creatorOf } from '../endpoints/create';
import { isVisibleWebhook } from '../endpoints/patterns';
import { webhookTarget } from '../endpoints/present';
import { requireRelatedWebhook } from '../endpoints/rules';
import type { EventRow } from '../queries/events';
import { countReplayed } from '../queries/replays';
import { webhookReplays, webhooks, type WebhookRow, type ReplayRow } from '../schema';
import { selectForReplay } from './select-events';

const OPEN_STATUSES = ['queued', 'running', 'paused'] as const;
const DRY_RUN_PAGE = 500;

/** Throws 409 for a disabled webhook or while another replay runs, 422 without a start. */
export async function createReplay(ctx: WebhooksContext, input: CreateReplay): Promise<Replay> {
  if (input.created_after === undefined && input.after_sequence === undefined) {
    throw fieldError(
      'unprocessable',
      '/created_after',
      'required',
      'Give `created_after` or `after_sequence` as the start.',
    );
  }
  const row = await newReplayRow(ctx, input);
  if (input.dry_run) return dryRun(ctx, await requireRelatedWebhook(ctx, ctx.db, input.webhook_id), row);

  const created = await ctx.db.transaction(async (tx) => {
    const webhook = await requireRelatedWebhook(ctx, tx, input.webhook_id, { lock: true });
    if (webhook.status === 'disabled') {
      throw new ApiError('invalid_state', 'The webhook is disabled. Enable it first.');
    }
    const open = and(eq(webhookReplays.webhookNo, webhook.no), inArray(webhookReplays.status, [...OPEN_STATUSES]));
    if ((await tx.count(webhookReplays, open)) > 0) {
      throw new ApiError('conflict', 'A replay of this webhook is already running. Wait until it ends, or cancel it.');
    }
    const inserted = await tx.insert(webhookReplays, { ...row, webhookNo: webhook.no });
    await audit(
      ctx,
      tx,
      'webhook.replay.created',
      { type: 'webhook_replay', id: inserted.id, label: webhookTarget(webhook).label },
      { mode: inserted.mode, after_sequence: inserted.afterSequence, until_sequence: inserted.untilSequence },
    );
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(webhook.no));
    return inserted;
  });
  return presentReplay(ctx, created);
}

export async function getReplay(ctx: WebhooksContext, { replay_id }: ReplayId): Promise<Replay> {
  return presentReplay(ctx, await requireReplay(ctx, ctx.db, replay_id));
}

export async function listReplays(ctx: WebhooksContext, input: ListReplays): Promise<Page<Replay>> {
  const { limit, cursor, ...filters } = input;
  const visible = (await ctx.db.select(webhooks)).filter((row) => isVisibleWebhook(ctx, row));
  return pageOfRows(
    ctx.db,
    webhookReplays,
    {
      limit,
      cursor,
      where: and(
        inArray(
          webhookReplays.webhookId,
          visible.map(({ id }) => id),
        ),
        given(filters.webhook_id, (id) => eq(webhookReplays.webhookId, id)),
        given(filters.status, (states) => inArray(webhookReplays.status, states)),
      ),
      filters,
    },
    (rows) => Promise.all(rows.map((row) => presentReplay(ctx, row))),
  );
}

/** Throws 409 for a replay that has ended. */
export async function cancelReplay(ctx: WebhooksContext, { replay_id }: ReplayId): Promise<Replay> {
  const row = await ctx.db.transaction(async (tx) => {
    const found = await requireReplay(ctx, tx, replay_id, { lock: true });
    if (!(OPEN_STATUSES as readonly string[]).includes(found.status)) {
      throw new ApiError('invalid_state', 'The replay has already ended.');
    }
    const [canceled = found] = await tx.update(webhookReplays, eq(webhookReplays.id, found.id), {
      status: 'canceled',
      completedAt: ctx.now(),
    });
    await audit(ctx, tx, 'webhook.replay.canceled', { type: 'webhook_replay', id: found.id, label: found.webhookId });
    return canceled;
  });
  return presentReplay(ctx, row);
}

async function requireReplay(
  ctx: WebhooksContext,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ReplayRow> {
  const row = await db.require(webhookReplays, id, options);
  const webhook = await db.get(webhooks, row.webhookId);
  if (!webhook || !isVisibleWebhook(ctx, webhook)) throw new ApiError('not_found');
  return row;
}

async function newReplayRow(ctx: WebhooksContext, input: CreateReplay): Promise<Omit<ReplayRow, 'workspaceId'>> {
  const { latest } = await readSequences(ctx.store, ctx.workspaceId);
  const after = Math.min(input.after_sequence ?? 0, latest);
  return {
    id: newId(ID_PREFIXES.replay),
    webhookNo: 0,
    webhookId: input.webhook_id,
    mode: input.mode,
    eventTypes: input.event_types ?? [],
    createdAfter: input.created_after === undefined ? null : new Date(input.created_after),
    createdBefore: input.created_before === undefined ? null : new Date(input.created_before),
    afterSequence: after,
    untilSequence: latest,
    cursorSequence: after,
    ratePerSecond: input.rate_per_second,
    status: 'queued',
    matchedCount: 0,
    createdCount: 0,
    createdBy: creatorOf(ctx.actor),
    createdAt: ctx.now(),
    completedAt: null,
  };
}

async function dryRun(ctx: WebhooksContext, webhook: WebhookRow, row: Omit<ReplayRow, 'workspaceId'>): Promise<Replay> {
  let count = 0;
  let oldest: EventRow | undefined;
  let newest: EventRow | undefined;
  for (let after = row.afterSequence; ;) {
    const { events, cursor, isEnd } = await selectForReplay(ctx.store, webhook, row, { after, limit: DRY_RUN_PAGE });
    count += events.length;
    oldest ??= events[0];
    newest = events.at(-1) ?? newest;
    if (isEnd || ctx.signal?.().aborted) break;
    after = cursor;
    // Other requests run between two pages of a long log.
    await Bun.sleep(0);
  }
  return {
    ...present(row, { succeeded_count: 0, exhausted_count: 0 }),
    id: null,
    status: null,
    count,
    oldest_event: presentEventRef(oldest),
    newest_event: presentEventRef(newest),
  };
}

const presentEventRef = (event: EventRow | undefined): Replay['oldest_event'] =>
  event
    ? { id: event.id, type: event.type, sequence: event.sequence, created_at: event.createdAt.toISOString() }
    : null;

async function presentReplay(ctx: WebhooksContext, row: ReplayRow): Promise<Replay> {
  return present(row, await countReplayed(ctx.store, ctx.workspaceId, row.id));
}

function present(
  row: Omit<ReplayRow, 'workspaceId'>,
  ended: { succeeded_count: number; exhausted_count: number },
): Replay {
  return presentAs(Replay, row, {
    ...ended,
    count: null,
    oldest_event: null,
    newest_event: null,
  });
}
