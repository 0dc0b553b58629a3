import type { Given, Inputs } from '../../trpc';
import { STATUS_LABELS, type Link } from './labels';

type LinkSort = NonNullable<Given<Inputs['links']['list']>['sort']>;
/** A state, or that it is out of the usual list. */
type Shown = Link['status'] | 'archived';

export const SHOWN = [
  ...(Object.keys(STATUS_LABELS) as Link['status'][]).map((value) => ({ value, label: STATUS_LABELS[value] })),
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
