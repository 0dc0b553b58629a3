import { newId } from '../../../../shared/ids';
import { scoped } from '../../../db/scoped';
import { emit } from '../../../events/emit';
import { readSubscribers } from '../../../events/subscribers';
import { moveHandoffCursor, readCursors } from '../../queries/handoff-cursors';
import type { HandoffClick } from '../drain/handoff';
import { INTEREST } from '../interest-bits';
import type { Handoff } from '../store/store';
import { clickedLinks } from './click-links';
import { addToBatch, dueAt, type OpenBatch, openBatch, handoffPosition, presentClickBatch } from './open-batch';
import type { SettleContext } from './settle-context';

const EVENT_TYPE = 'link.clicks_batched';
const consumerOf = (webhookId: string): string => `link_clicks:${webhookId}`;

interface Receiver {
  workspaceId: string;
  webhookId: string;
  cursor: number;
  batch: OpenBatch | undefined;
}

export class CursorMoved extends Error {}

export function createBatcher(ctx: SettleContext) {
  const receivers = new Map<string, Receiver>();

  const receiversOf = async (workspaceId: string, webhookIds: readonly string[]): Promise<Receiver[]> => {
    const unknown = webhookIds.filter((id) => !receivers.has(id));
    if (unknown.length > 0) {
      const cursors = await readCursors(ctx.store, workspaceId, unknown.map(consumerOf));
      for (const webhookId of unknown) {
        const cursor = cursors.get(consumerOf(webhookId)) ?? 0;
        receivers.set(webhookId, { workspaceId, webhookId, cursor, batch: undefined });
      }
    }
    return webhookIds.flatMap((id) => receivers.get(id) ?? []);
  };

  const write = async (receiver: Receiver): Promise<void> => {
    const { workspaceId, webhookId, batch } = receiver;
    if (batch === undefined) return;
    await ctx.store.transaction(async (tx) => {
      const consumer = consumerOf(webhookId);
      const isMoved = await moveHandoffCursor(tx, { consumer, workspaceId }, batch.through, receiver.cursor);
      if (!isMoved) throw new CursorMoved('Another process wrote batches of this webhook.');
      await emit({ ...ctx, requestId: newId('req') }, scoped(tx, workspaceId), [
        { type: EVENT_TYPE, data: presentClickBatch(batch), addressedTo: webhookId },
      ]);
    });
    receiver.cursor = batch.through;
    receiver.batch = undefined;
  };

  return {
    async take(row: Handoff, clicks: readonly HandoffClick[]): Promise<void> {
      const { workspaceId, no } = row;
      const subscribers = (await readSubscribers(ctx.hub, ctx.store, workspaceId)).filter(
        (one) => !one.isDisabled && one.wants(EVENT_TYPE, {}, null),
      );
      if (subscribers.length === 0) return;
      const linkOf = await clickedLinks(
        ctx,
        workspaceId,
        clicks.map(({ linkId }) => linkId),
      );
      const own = await receiversOf(
        workspaceId,
        subscribers.map(({ id }) => id),
      );
      for (const [index, click] of clicks.entries()) {
        const link = linkOf.get(click.linkId);
        if (link === undefined || click.botReason !== null || (click.interest & INTEREST.batched) === 0) continue;
        const position = handoffPosition(no, index);
        const resources = { link_ids: [link.id], domain_ids: [link.domain_id], tag_ids: link.tag_ids };
        for (const [at, receiver] of own.entries()) {
          if (position <= receiver.cursor || !subscribers[at]?.wants(EVENT_TYPE, resources, null)) continue;
          receiver.batch ??= openBatch(no, ctx.now().getTime());
          if (addToBatch(receiver.batch, click, link, position)) continue;
          await write(receiver);
          receiver.batch = openBatch(no, ctx.now().getTime());
          addToBatch(receiver.batch, click, link, position);
        }
      }
    },

    async close(workspaceId: string, now: number): Promise<void> {
      for (const receiver of receivers.values()) {
        if (receiver.workspaceId !== workspaceId || !receiver.batch) continue;
        if (dueAt(receiver.batch) <= now) await write(receiver);
      }
    },

    /** `dueAt` is that of the first batch; undefined without an open batch. */
    open(workspaceId: string): { oldestNo: number; dueAt: number } | undefined {
      const batches = [...receivers.values()].flatMap((one) =>
        one.workspaceId === workspaceId ? (one.batch ?? []) : [],
      );
      if (batches.length === 0) return undefined;
      return {
        oldestNo: Math.min(...batches.map(({ fromNo }) => fromNo)),
        dueAt: Math.min(...batches.map(dueAt)),
      };
    },

    reset(workspaceId: string): void {
      for (const [id, receiver] of receivers) if (receiver.workspaceId === workspaceId) receivers.delete(id);
    },
  };
}
