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

/** Ends what a place has of a label; no label holds it. */
export const END = '\u0001';

/** Where a label stands in lists. */
export const labelPlace = (label: string): string =>
  `${PLAIN.test(label) ? label.slice(0, PLACE_LENGTH).toLowerCase() : firstOf(fold(label.replaceAll(END, ' ')))}${END}`;
const firstOf = (text: string): string => Array.from(text).slice(0, PLACE_LENGTH).join('');

/** Where a destination stands in lists: by its label, then by its id. */
export const placeOf = ({ label, id }: Pick<Destination, 'label' | 'id'>): string => `${labelPlace(label)}${id}`;

/** Compares two places by their bytes, as the database does. */
export const comparePlaces = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
export const byPlace = (a: Destination, b: Destination): number => comparePlaces(placeOf(a), placeOf(b));

/** What a destination is chosen by. */
type Candidate = Pick<Destination, 'id' | 'kind' | 'instance_id' | 'label' | 'detail'>;

/** The first that a query asks for, of any number that is given to it some at a time: no more are held. */
export function createChoice<T extends Candidate>({ q, kinds, instanceId, after, limit }: DestinationQuery) {
  const most = limit + 1;
  let kept: { candidate: T; place: string }[] = [];
  /** Whoever comes behind this place is not among the first. */
  let end: string | undefined;
  const first = () => kept.toSorted((a, b) => comparePlaces(a.place, b.place)).slice(0, most);
  const isAsked = ({ kind, instance_id: instance, label, detail }: T): boolean =>
    (kinds?.includes(kind) ?? true) &&
    (instanceId === undefined || instance === instanceId) &&
    (q === undefined || fold(`${label}\n${detail ?? ''}`).includes(q));

  return {
    /** Returns how many of them are asked for. */
    add(candidates: readonly T[]): number {
      let taken = 0;
      for (const candidate of candidates) {
        const place = placeOf(candidate);
        if (after !== undefined && comparePlaces(place, after) <= 0) continue;
        if (!isAsked(candidate)) continue;
        taken += 1;
        if (end === undefined || comparePlaces(place, end) <= 0) kept.push({ candidate, place });
      }
      if (kept.length > HELD * most) {
        kept = first();
        end = kept.at(-1)?.place;
      }
      return taken;
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
