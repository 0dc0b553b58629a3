import type { Publication } from '../../../shared/automation/publication';
import type { EventType } from '../../../shared/events/events';
import type { Cause, NewEvent } from '../../events/emit';
import {
  type PublicationDeliveryRow,
  presentPublicationDelivery,
  presentPublication,
  type PublicationRow,
} from './present';

type EventSuffix<Prefix extends string> =
  Extract<EventType, `${Prefix}.${string}`> extends `${Prefix}.${infer Name}` ? Name : never;
type PublicationEventName = Exclude<EventSuffix<'automation.publication'>, 'pushed'>;
type DeliveryEventName = EventSuffix<'automation.publication_delivery'>;

export const publicationCause = ({
  causeRunId,
  causeDepth,
}: Pick<PublicationRow, 'causeRunId' | 'causeDepth'>): Cause | undefined =>
  causeDepth === null ? undefined : { runId: causeRunId, depth: causeDepth };

export const publicationEvent = (fact: PublicationEventName, row: PublicationRow, shown?: Publication): NewEvent => ({
  type: `automation.publication.${fact}`,
  data: shown ?? presentPublication(row),
  cause: publicationCause(row),
  ...accessOf(row),
});

/** Callers narrowed to instances see only publications without other instances. */
function accessOf({ instances }: Pick<PublicationRow, 'instances'>): Pick<NewEvent, 'access'> {
  const ids = instances.split('|').filter((id) => id !== '');
  return ids.length === 0 ? {} : { access: { instance_ids: ids } };
}

export const deliveryEvent = (
  fact: DeliveryEventName,
  row: PublicationDeliveryRow,
  publication: Pick<PublicationRow, 'causeRunId' | 'causeDepth' | 'instances'>,
): NewEvent => ({
  type: `automation.publication_delivery.${fact}`,
  data: presentPublicationDelivery(row),
  cause: publicationCause(publication),
  ...(row.instanceId === null ? accessOf(publication) : {}),
});
