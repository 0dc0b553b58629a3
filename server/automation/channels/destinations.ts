import type { Destination } from '../../../shared/automation/destination';
import { fold, labelPlace } from '../../fold-text';
import type { DestinationQuery } from './channel';

/** How many times as many as are asked for are held until the first of them are looked for. */
const HELD = 8;
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
