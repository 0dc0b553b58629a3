import type { Publication } from '../../../shared/automation/publication';
import type { EventType } from '../../../shared/events/events';
import type { Cause, NewEvent } from '../../events/emit';
import { type DeliveryRow, presentDelivery, presentPublication, type PublicationRow } from './present';

type Told<Prefix extends string> =
  Extract<EventType, `${Prefix}.${string}`> extends `${Prefix}.${infer Name}` ? Name : never;
type PublicationFact = Exclude<Told<'automation.publication'>, 'pushed'>;
type DeliveryFact = Told<'automation.publication_delivery'>;

/** What a publication goes back to. */
export const causeOf = ({
  causeRunId,
  causeDepth,
}: Pick<PublicationRow, 'causeRunId' | 'causeDepth'>): Cause | undefined =>
  causeDepth === null ? undefined : { runId: causeRunId, depth: causeDepth };

export const publicationEvent = (fact: PublicationFact, row: PublicationRow, shown?: Publication): NewEvent => ({
  type: `automation.publication.${fact}`,
  data: shown ?? presentPublication(row),
  cause: causeOf(row),
  ...reachOf(row),
});

/** Whoever is narrowed to instances sees publications that need no other. */
function reachOf({ instances }: Pick<PublicationRow, 'instances'>): Pick<NewEvent, 'reach'> {
  const ids = instances.split('|').filter((id) => id !== '');
  return ids.length === 0 ? {} : { reach: { instance_ids: ids } };
}

/** `publication` is the one that the delivery belongs to. */
export const deliveryEvent = (
  fact: DeliveryFact,
  row: DeliveryRow,
  publication: Pick<PublicationRow, 'causeRunId' | 'causeDepth' | 'instances'>,
): NewEvent => ({
  type: `automation.publication_delivery.${fact}`,
  data: presentDelivery(row),
  cause: causeOf(publication),
  ...(row.instanceId === null ? reachOf(publication) : {}),
});
