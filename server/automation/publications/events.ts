import type { EventType } from '../../../shared/events';
import type { Cause, NewEvent } from '../../events/emit';
import { type DeliveryRow, presentDelivery, presentPublication, type PublicationRow } from './present';

type Told<Prefix extends string> =
  Extract<EventType, `${Prefix}.${string}`> extends `${Prefix}.${infer Name}` ? Name : never;
type PublicationFact = Exclude<Told<'automation.publication'>, 'pushed'>;
type DeliveryFact = Told<'automation.publication_delivery'>;

/** The run of a rule that a publication goes back to. */
export const causeOf = ({
  causeRunId,
  causeDepth,
}: Pick<PublicationRow, 'causeRunId' | 'causeDepth'>): Cause | undefined =>
  causeRunId === null ? undefined : { runId: causeRunId, depth: causeDepth ?? 0 };

export const publicationEvent = (fact: PublicationFact, row: PublicationRow): NewEvent => ({
  type: `automation.publication.${fact}`,
  data: presentPublication(row),
  cause: causeOf(row),
});

/** `publication` is the one that the delivery belongs to. */
export const deliveryEvent = (
  fact: DeliveryFact,
  row: DeliveryRow,
  publication: Pick<PublicationRow, 'causeRunId' | 'causeDepth'>,
): NewEvent => ({
  type: `automation.publication_delivery.${fact}`,
  data: presentDelivery(row),
  cause: causeOf(publication),
});
