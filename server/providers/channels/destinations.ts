import type { Destination } from '../../../shared/automation/destination';
import type { DestinationQuery } from './channel';

/** Characters of a label that its place holds: a cursor has little room. */
const PLACE_LENGTH = 40;

/** A text as it is compared: without accents, in lower case. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Where a destination stands in lists: by its label, then by its id. */
export const placeOf = ({ label, id }: Pick<Destination, 'label' | 'id'>): string =>
  `${Array.from(fold(label)).slice(0, PLACE_LENGTH).join('')}\u0001${id}`;

/** Compares two places, for sorting. */
export const byPlace = (a: Destination, b: Destination): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Those that a query asks for, in their order. */
export function chosen(destinations: readonly Destination[], query: DestinationQuery): Destination[] {
  const { q, kinds, instanceId, after, limit } = query;
  return destinations
    .filter(
      ({ kind, instance_id: instance, label, detail }) =>
        (kinds?.includes(kind) ?? true) &&
        (instanceId === undefined || instance === instanceId) &&
        (q === undefined || fold(`${label}\n${detail ?? ''}`).includes(q)),
    )
    .map((destination) => ({ destination, place: placeOf(destination) }))
    .filter(({ place }) => after === undefined || place > after)
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, limit + 1)
    .map(({ destination }) => destination);
}
