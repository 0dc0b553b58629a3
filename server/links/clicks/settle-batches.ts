import { newId } from '../../../shared/ids';
import { emit } from '../../events/emit';
import { readSubscribers } from '../../events/subscribers';
import { moveCursor, readCursors } from '../system/clicks';
import { addToBatch, isDue, type OpenBatch, openBatch, placeOf, presentBatch } from './batches';
import { clickedLinks } from './click-links';
import type { HandoffClick } from './drain/handoff';
import { INTEREST } from './interest-bits';
import type { SettleContext } from './settle';
import type { Handoff } from './store/store';

const TYPE = 'link.clicks_batched';
const consumerOf = (webhookId: string): string => `link_clicks:${webhookId}`;

interface Receiver {
  workspaceId: string;
  webhookId: string;
  /** Place up to which its clicks are in batches that are written. */
  cursor: number;
  batch: OpenBatch | undefined;
}

/** Batches of each webhook that wants them, with a cursor of its own. */
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

  /** Writes the event and moves the cursor behind its last click, both or nothing. */
  const write = async (receiver: Receiver): Promise<void> => {
    const { workspaceId, webhookId, batch } = receiver;
    if (batch === undefined) return;
    await ctx.store.transaction(async (tx) => {
      const consumer = consumerOf(webhookId);
      const isMoved = await moveCursor(tx, { consumer, workspaceId }, batch.through, receiver.cursor);
      if (!isMoved) throw new Error('Another process wrote batches of this webhook.');
      await emit({ ...ctx, requestId: newId('req') }, tx, workspaceId, [
        { type: TYPE, data: presentBatch(batch), addressedTo: webhookId },
      ]);
    });
    receiver.cursor = batch.through;
    receiver.batch = undefined;
  };

  return {
    /** Puts the clicks of a row into the batches of those that want them. */
    async take(row: Handoff, clicks: readonly HandoffClick[]): Promise<void> {
      const { workspaceId, no } = row;
      const wanting = (await readSubscribers(ctx.store, workspaceId)).filter(
        (one) => !one.isDisabled && one.wants(TYPE, {}, null),
      );
      if (wanting.length === 0) return;
      const linkOf = await clickedLinks(
        ctx,
        workspaceId,
        clicks.map(({ linkId }) => linkId),
      );
      const own = await receiversOf(
        workspaceId,
        wanting.map(({ id }) => id),
      );
      for (const [index, click] of clicks.entries()) {
        const link = linkOf.get(click.linkId);
        if (link === undefined || click.botReason !== null || (click.interest & INTEREST.batched) === 0) continue;
        const place = placeOf(no, index);
        const resources = { link_ids: [link.id], domain_ids: [link.domain_id], tag_ids: link.tag_ids };
        for (const [at, receiver] of own.entries()) {
          if (place <= receiver.cursor || !wanting[at]?.wants(TYPE, resources, null)) continue;
          receiver.batch ??= openBatch(no, ctx.now().getTime());
          if (addToBatch(receiver.batch, click, link, place)) continue;
          await write(receiver);
          receiver.batch = openBatch(no, ctx.now().getTime());
          addToBatch(receiver.batch, click, link, place);
        }
      }
    },

    /** Writes batches that are full, or whose first click came a second ago. */
    async close(now: number): Promise<void> {
      for (const receiver of receivers.values()) {
        if (receiver.batch && isDue(receiver.batch, now)) await write(receiver);
      }
    },

    /** Number of the oldest row of which a click stands in an open batch. */
    oldestNo(): number | undefined {
      let oldest: number | undefined;
      for (const { batch } of receivers.values()) {
        if (batch && (oldest === undefined || batch.fromNo < oldest)) oldest = batch.fromNo;
      }
      return oldest;
    },

    reset: () => receivers.clear(),
  };
}
