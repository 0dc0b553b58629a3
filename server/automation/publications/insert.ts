import type { PublicationCounters } from '../../../shared/automation/publication';
import { NO_DELIVERIES } from '../../../shared/automation/publication';
import { insertNew } from '../../db/insert-new';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { AutomationContext } from '../context';
import { insertPublicationDeliveries } from '../queries/publications';
import { publications } from '../schema/publications';
import type { PreparedPublication } from './compose/compose';
import { contentColumns } from './compose/content-columns';
import { refuseRepeatedSends } from './compose/duplicates';
import { newDeliveries } from './deliveries/delivery-rows';
import { deliveryEvent, publicationEvent } from './events';
import { type PublicationDeliveryRow, presentPublication, type PublicationRow } from './present';
import { type ChangeResult, countStatus, settleRow } from './settle';
import { eventNameOf, timeFor } from './start';

export async function insertComposed(
  ctx: AutomationContext,
  tx: ScopedDb,
  prepared: PreparedPublication,
): Promise<ChangeResult> {
  const { id, input, recipients } = prepared;
  const now = ctx.now();
  await refuseRepeatedSends(tx, prepared, now);
  const time = await timeFor(tx, { id, input, now });
  const { columns, events: linkEvents } = await contentColumns(ctx, tx, prepared);

  const rows = newDeliveries({ id, recipients, time, now, workspaceId: tx.workspaceId });
  const made = {
    id,
    workspaceId: tx.workspaceId,
    status: time.status,
    statusReason: null,
    ...columns,
    counters: countersOf(rows),
    approval: input.start === 'approval' ? { decided_by: null, decided_at: null, reason: null } : null,
    ...sourceOf(ctx),
    dueAt: time.dueAt,
    expiresAt: time.expiresAt,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await insertNew(tx.store, publications, [made]);
  if (!row) throw new Error('The id of a publication is taken.');
  const deliveries = await insertPublicationDeliveries(tx.store, rows);
  countStatus(ctx, tx, row.status);
  tx.store.afterCommit(() => ctx.automation.publisher.wake());

  const fact = eventNameOf(row.status);
  const settled = await settleRow(ctx, tx, row, row.counters);
  const shown = presentPublication(row);
  return {
    row: settled.row,
    events: [
      ...linkEvents,
      publicationEvent('created', row, shown),
      ...(fact ? [publicationEvent(fact, row, shown)] : []),
      ...skippedEvents(deliveries, row),
      ...settled.events,
    ],
  };
}

export const skippedEvents = (deliveries: readonly PublicationDeliveryRow[], publication: PublicationRow): NewEvent[] =>
  deliveries
    .filter(({ status }) => status === 'skipped')
    .map((delivery) => deliveryEvent('skipped', delivery, publication));

function countersOf(deliveries: readonly Pick<PublicationDeliveryRow, 'status'>[]): PublicationCounters {
  const counters = { ...NO_DELIVERIES, total: deliveries.length };
  for (const { status } of deliveries) counters[status] += 1;
  return counters;
}

const sourceOf = ({ origin, cause }: AutomationContext) => ({
  source: origin.kind,
  sourceKeyId: origin.keyId ?? null,
  sourceUserId: origin.userId ?? null,
  inboundRequestId: origin.inboundRequestId ?? null,
  endpointId: origin.endpointId ?? null,
  ruleRunId: origin.ruleRunId ?? null,
  causeRunId: cause?.runId ?? null,
  causeDepth: cause?.depth ?? null,
});
