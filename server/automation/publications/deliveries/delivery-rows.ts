import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import type { PublicationStatus } from '../../../../shared/automation/publication-states';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { publicationDeliveries } from '../../schema/publications';
import type { ComposedRecipient } from '../compose/compose';
import { instanceOf } from './recipients';

type NewDelivery = typeof publicationDeliveries.$inferInsert;

interface NewDeliveriesInput {
  id: string;
  workspaceId: string;
  recipients: readonly ComposedRecipient[];
  time: { status: PublicationStatus; dueAt: Date | null };
  now: Date;
}

export const newDeliveries = ({ id, workspaceId, recipients, time, now }: NewDeliveriesInput) =>
  recipients.map((one): NewDelivery & Pick<Required<NewDelivery>, 'status'> => ({
    id: newId(ID_PREFIXES.publicationDelivery),
    workspaceId,
    publicationId: id,
    channel: one.channel.schemas.kind,
    containerId: one.containerId,
    recipient: one.recipient,
    instanceId: instanceOf(one.containerId),
    ...renderedColumns(one),
    ...(one.skipReason === null ? openState(time, now) : SKIPPED),
    skipReason: one.skipReason,
    createdAt: now,
    updatedAt: now,
  }));

export const renderedColumns = ({ to, label, rendering, contentHash }: ComposedRecipient) => ({
  to,
  label,
  contentHash,
  parts: rendering.parts.map(({ type }): DeliveryPart => ({ type, status: 'pending', reference: null, error: null })),
});

const SKIPPED = { status: 'skipped', waitReason: null, nextAttemptAt: null } as const;

export function openState({ status, dueAt }: NewDeliveriesInput['time'], now: Date) {
  switch (status) {
    case 'scheduled':
      return { status: 'waiting', waitReason: 'schedule', nextAttemptAt: dueAt } as const;
    case 'paused':
      return { status: 'waiting', waitReason: 'paused', nextAttemptAt: null } as const;
    case 'queued':
    case 'publishing':
      return { status: 'pending', waitReason: null, nextAttemptAt: now } as const;
    default:
      return { status: 'pending', waitReason: null, nextAttemptAt: null } as const;
  }
}
