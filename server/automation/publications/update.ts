import { eq, inArray } from 'drizzle-orm';

import type { Publication } from '../../../shared/automation/publication';
import type { PublicationChange } from '../../../shared/automation/publication-inputs';
import type { ScopedDb } from '../../db/scoped';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';
import { freeSlot, insertPublicationDeliveries } from '../queries/publications';
import { publicationDeliveries } from '../schema/publications';
import { type Change, changePublication, writeRow } from './change';
import { compose, type ComposedRecipient, type PreparedPublication } from './compose/compose';
import { contentColumns } from './compose/content-columns';
import { refuseRepeatedSends } from './compose/duplicates';
import { type NormalInput, scheduleOf } from './compose/normal-input';
import { requireSound } from './create';
import { newDeliveries, openState, renderedColumns } from './deliveries/delivery-rows';
import { publicationEvent } from './events';
import { skippedEvents } from './insert';
import type { PublicationRow } from './present';
import { type ChangeResult, settleRow } from './settle';
import { withLongUrls } from './short-links';
import { scheduleNow, type StartTime } from './start';

/** Null clears a field. Recipients that were not handed over get the new content. */
export const updatePublication = (ctx: AutomationCall, input: PublicationChange): Promise<Publication> =>
  changePublication(ctx, input, 'update', async (change) => {
    const { row } = change;
    const isTimed = input.schedule !== undefined || input.schedule_at !== undefined;
    const own = { ...ctx, db: change.tx, store: change.tx.store };
    const prepared = requireSound(
      await compose(fromRequest(own), changedInput(row, input), {
        id: row.id,
        links: row.links,
        keepsSchedule: !isTimed,
      }),
    );
    return rewrite(change, prepared, isTimed);
  });

function changedInput(row: PublicationRow, change: PublicationChange): NormalInput {
  const texts = withLongUrls(row, row.shortLinks, row.links);
  const isTimed = change.schedule !== undefined || change.schedule_at !== undefined;
  return {
    content: change.content ?? texts.content,
    overrides: change.overrides === null ? {} : (change.overrides ?? texts.overrides),
    targets: change.targets ?? row.targets,
    ...(isTimed ? scheduleOf(change) : { schedule: row.schedule, schedulePointer: '/schedule' }),
    expiresAfterSeconds: change.expires_after_seconds ?? row.expiresAfterSeconds,
    overflow: change.overflow ?? row.overflow,
    onInvalidTarget: change.on_invalid_target ?? row.onInvalidTarget,
    duplicateWindowSeconds: change.duplicate_window_seconds ?? row.duplicateWindowSeconds,
    // Only changed content is checked for duplicates again.
    allowDuplicate:
      change.allow_duplicate ??
      (change.content === undefined && change.targets === undefined && change.overrides === undefined),
    shortLinks: change.short_links ?? row.shortLinks,
    start: 'now',
    title: change.title === undefined ? row.title : change.title,
    metadata: change.metadata === undefined ? row.metadata : (change.metadata ?? {}),
  };
}

async function rewrite(change: Change, prepared: PreparedPublication, isTimed: boolean): Promise<ChangeResult> {
  const { ctx, tx, row, now } = change;
  await refuseRepeatedSends(tx, prepared, now);
  const time = await timeAfter(change, prepared, isTimed);
  const { columns, events } = await contentColumns({ ...fromRequest(ctx), db: tx }, tx, prepared);
  const made = await rewriteDeliveries(change, prepared.recipients, time);
  const after = await writeRow(change, { ...time, ...columns });
  const isMoved = after.status === 'scheduled' && after.dueAt?.getTime() !== row.dueAt?.getTime();
  const settled = await settleRow(ctx, tx, after, after.counters);
  return {
    row: settled.row,
    events: [
      ...events,
      publicationEvent('updated', after),
      ...(isMoved ? [publicationEvent('scheduled', after)] : []),
      ...skippedEvents(made, after),
      ...settled.events,
    ],
  };
}

type Time = Pick<PublicationRow, 'status' | 'dueAt' | 'expiresAt'>;

/** Drafts have no due time; paused publications stay paused. */
async function timeAfter(
  { tx, row, now }: Change,
  { id, input }: PreparedPublication,
  isTimed: boolean,
): Promise<Time> {
  if (row.status === 'draft') return { status: 'draft', dueAt: null, expiresAt: null };
  if (isTimed) {
    if (input.schedule.mode !== 'next_slot') await freeSlot(tx.store, tx.workspaceId, id);
    const time: StartTime = await scheduleNow(tx, { id, ...input, now });
    return row.status === 'paused' ? { ...time, status: 'paused' } : time;
  }
  const expiresAt = row.dueAt && new Date(row.dueAt.getTime() + input.expiresAfterSeconds * 1000);
  return { status: row.status, dueAt: row.dueAt, expiresAt };
}

async function rewriteDeliveries({ tx, row, now }: Change, recipients: readonly ComposedRecipient[], time: Time) {
  const present = await tx.select(publicationDeliveries, {
    where: eq(publicationDeliveries.publicationId, row.id),
    lock: true,
  });
  const wanted = new Map(recipients.map((one) => [keyOf(one.channel.schemas.kind, one), one]));
  // Withdrawn deliveries are recreated, because the old reference would send the old text.
  const untouched = present.filter(
    ({ status, parts }) => UNTOUCHED.has(status) && parts.every((part) => part.status === 'pending'),
  );
  const gone: string[] = [];
  for (const delivery of untouched) {
    const one = wanted.get(keyOf(delivery.channel, delivery));
    const isSkipped = one !== undefined && one.skipReason !== null;
    if (isSkipped && delivery.status === 'skipped') continue;
    // A delivery that is or was skipped is recreated.
    if (one === undefined || isSkipped || delivery.status === 'skipped') gone.push(delivery.id);
    else await refresh(tx, delivery.id, one, time, now);
  }
  if (gone.length > 0) await tx.delete(publicationDeliveries, inArray(publicationDeliveries.id, gone));

  const left = new Set(
    present.filter(({ id }) => !gone.includes(id)).map((delivery) => keyOf(delivery.channel, delivery)),
  );
  const missing = recipients.filter((one) => !left.has(keyOf(one.channel.schemas.kind, one)));
  const rows = newDeliveries({ id: row.id, workspaceId: tx.workspaceId, recipients: missing, time, now });
  return insertPublicationDeliveries(tx.store, rows);
}

const UNTOUCHED: ReadonlySet<string> = new Set(['pending', 'waiting', 'skipped']);

const refresh = (tx: ScopedDb, id: string, one: ComposedRecipient, time: Time, now: Date) =>
  tx.update(publicationDeliveries, eq(publicationDeliveries.id, id), {
    ...renderedColumns(one),
    ...openState(time, now),
    reference: null,
    updatedAt: now,
  });

const keyOf = (channel: string, { containerId, recipient }: { containerId: string; recipient: string }): string =>
  JSON.stringify([channel, containerId, recipient]);
