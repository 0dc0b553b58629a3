import type { Destination } from '../../../shared/automation/destination';
import { fold, labelSortKey } from '../../fold-text';
import type { DestinationQuery } from './channel';

/** Candidates in memory, as a multiple of the limit, before they are sorted and cut. */
const HELD = 8;
export const destinationSortKey = ({ label, id }: Pick<Destination, 'label' | 'id'>): string =>
  `${labelSortKey(label)}${id}`;

/** Compares bytes, as the database does. */
const compareSortKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
export const compareBySortKey = (a: Destination, b: Destination): number =>
  compareSortKeys(destinationSortKey(a), destinationSortKey(b));

type Candidate = Pick<Destination, 'id' | 'kind' | 'instance_id' | 'label' | 'detail'>;

/** Bounds its memory, however many candidates there are. */
export function createChoice<T extends Candidate>({ q, kinds, instanceId, after, limit }: DestinationQuery) {
  const max = limit + 1;
  let selected: { candidate: T; sortKey: string }[] = [];
  /** Candidates after this sort key are not selected. */
  let end: string | undefined;
  const first = () => selected.toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey)).slice(0, max);
  const matchesFilters = ({ kind, instance_id: instance, label, detail }: T): boolean =>
    (kinds?.includes(kind) ?? true) &&
    (instanceId === undefined || instance === instanceId) &&
    (q === undefined || fold(`${label}\n${detail ?? ''}`).includes(q));

  return {
    add(candidates: readonly T[]): number {
      let taken = 0;
      for (const candidate of candidates) {
        const sortKey = destinationSortKey(candidate);
        if (after !== undefined && compareSortKeys(sortKey, after) <= 0) continue;
        if (!matchesFilters(candidate)) continue;
        taken += 1;
        if (end === undefined || compareSortKeys(sortKey, end) <= 0) selected.push({ candidate, sortKey });
      }
      if (selected.length > HELD * max) {
        selected = first();
        end = selected.at(-1)?.sortKey;
      }
      return taken;
    },
    chosen: (): T[] => first().map(({ candidate }) => candidate),
  };
}

export function chosen(destinations: readonly Destination[], query: DestinationQuery): Destination[] {
  const choice = createChoice<Destination>(query);
  choice.add(destinations);
  return choice.chosen();
}
