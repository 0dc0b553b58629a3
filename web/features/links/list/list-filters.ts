import type { DefinedInput, Inputs } from '../../../trpc';
import { STATUS_LABELS, type Link } from '../labels';

type LinkSort = NonNullable<DefinedInput<Inputs['links']['list']>['sort']>;
/** A state, or that it is out of the usual list. */
type LinkState = Link['status'] | 'archived';

export const STATE_FILTERS = [
  ...(Object.keys(STATUS_LABELS) as Link['status'][]).map((value) => ({ value, label: STATUS_LABELS[value] })),
  { value: 'archived', label: 'Archived' },
] satisfies { value: LinkState; label: string }[];

export const SORTS = [
  { value: '-clicks', label: 'Most clicked' },
  { value: '-last_clicked_at', label: 'Last clicked' },
  { value: 'slug', label: 'By slug' },
  { value: 'created_at', label: 'Oldest first' },
] satisfies { value: LinkSort; label: string }[];

export const stateLabel = (shown: LinkState): string =>
  STATE_FILTERS.find(({ value }) => value === shown)?.label ?? shown;

/** The state as the API takes it. */
export function stateFilter(shown: LinkState | undefined): { status?: Link['status'][]; archived?: 'true' } {
  if (shown === undefined) return {};
  return shown === 'archived' ? { archived: 'true' } : { status: [shown] };
}
