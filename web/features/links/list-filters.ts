import type { Given, Inputs } from '../../trpc';
import { STATUS_WORDS, type Link } from './words';

export type LinkSort = NonNullable<Given<Inputs['links']['list']>['sort']>;
/** A state, or that it is out of the usual list. */
export type Shown = Link['status'] | 'archived';

export const SHOWN = [
  ...(Object.keys(STATUS_WORDS) as Link['status'][]).map((value) => ({ value, label: STATUS_WORDS[value] })),
  { value: 'archived', label: 'Archived' },
] satisfies { value: Shown; label: string }[];

export const SORTS = [
  { value: '-clicks', label: 'Most clicked' },
  { value: '-last_clicked_at', label: 'Last clicked' },
  { value: 'slug', label: 'By slug' },
  { value: 'created_at', label: 'Oldest first' },
] satisfies { value: LinkSort; label: string }[];

export const labelOfShown = (shown: Shown): string => SHOWN.find(({ value }) => value === shown)?.label ?? shown;

/** The state as the API takes it. */
export function filtersOfShown(shown: Shown | undefined): { status?: Link['status'][]; archived?: 'true' } {
  if (shown === undefined) return {};
  return shown === 'archived' ? { archived: 'true' } : { status: [shown] };
}
