import type { Destination } from '../../../shared/automation/destination';
import type { DestinationQuery } from './channel';

/** How many times as many as are asked for are held until the first of them are looked for. */
const HELD = 8;
/** Characters of a label that its place holds: a cursor has little room. */
const PLACE_LENGTH = 40;

/** A text as it is compared: without accents, in lower case. */
export const fold = (text: string): string =>
  (PLAIN.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase();
/** Texts that are compared as they stand, but for their case. */
export const PLAIN = /^[\x20-\x7e]*$/;

/** Where a destination stands in lists: by its label, then by its id. */
export const placeOf = ({ label, id }: Pick<Destination, 'label' | 'id'>): string =>
  `${PLAIN.test(label) ? label.slice(0, PLACE_LENGTH).toLowerCase() : firstOf(fold(label))}\u0001${id}`;
const firstOf = (text: string): string => Array.from(text).slice(0, PLACE_LENGTH).join('');

/** Compares two places, for sorting. */
export const byPlace = (a: Destination, b: Destination): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** What a destination is chosen by. */
type Candidate = Pick<Destination, 'id' | 'kind' | 'instance_id' | 'label' | 'detail'>;

/** The first that a query asks for, of any number that is given to it some at a time: no more are held. */
export function createChoice<T extends Candidate>({ q, kinds, instanceId, after, limit }: DestinationQuery) {
  const most = limit + 1;
  let kept: { candidate: T; place: string }[] = [];
  /** Whoever comes behind this place is not among the first. */
  let end: string | undefined;
  const first = () => kept.toSorted((a, b) => (a.place < b.place ? -1 : 1)).slice(0, most);
  const isAsked = ({ kind, instance_id: instance, label, detail }: T): boolean =>
    (kinds?.includes(kind) ?? true) &&
    (instanceId === undefined || instance === instanceId) &&
    (q === undefined || fold(`${label}\n${detail ?? ''}`).includes(q));

  return {
    add(candidates: readonly T[]): void {
      for (const candidate of candidates) {
        const place = placeOf(candidate);
        if ((after !== undefined && place <= after) || (end !== undefined && place > end)) continue;
        if (isAsked(candidate)) kept.push({ candidate, place });
      }
      if (kept.length <= HELD * most) return;
      kept = first();
      end = kept.at(-1)?.place;
    },
    /** In their order. */
    chosen: (): T[] => first().map(({ candidate }) => candidate),
  };
}

/** As `createChoice`, of all at once. */
export function chosen(destinations: readonly Destination[], query: DestinationQuery): Destination[] {
  const choice = createChoice<Destination>(query);
  choice.add(destinations);
  return choice.chosen();
}
