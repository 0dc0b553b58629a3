import type { DefinedInput, Inputs } from '../../../trpc';
import type { Link } from '../labels';
import { STATUS_LABELS } from '../link-texts';
import { t } from '../texts';

type LinkSort = NonNullable<DefinedInput<Inputs['links']['list']>['sort']>;
/** A state, or that it is out of the usual list. */
type LinkState = Link['status'] | 'archived';

export const stateOptions = (): { value: LinkState; label: string }[] => [
  ...(Object.keys(STATUS_LABELS) as Link['status'][]).map((value) => ({ value, label: STATUS_LABELS[value]() })),
  { value: 'archived', label: t('archived') },
];

export const sortOptions = (): { value: LinkSort; label: string }[] => [
  { value: '-clicks', label: t('mostClicked') },
  { value: '-last_clicked_at', label: t('lastClicked') },
  { value: 'slug', label: t('bySlug') },
  { value: 'created_at', label: t('oldestFirst') },
];

/** The state as the API takes it. */
export function stateFilter(shown: LinkState | undefined): { status?: Link['status'][]; archived?: 'true' } {
  if (shown === undefined) return {};
  return shown === 'archived' ? { archived: 'true' } : { status: [shown] };
}
