import { timeFilter, type Filter } from '../../../ui/filter/filter';
import { statusLabel, STATUSES, triggerLabel, TRIGGERS } from './labels';
import { t } from './texts';

interface FilterOptions {
  hasStatus: boolean;
  /** Names by id; a list of one webhook has none. */
  webhooks: ReadonlyMap<string, string> | undefined;
}

export const deliveryFilters = ({ hasStatus, webhooks }: FilterOptions): Filter[] => [
  ...(hasStatus
    ? [
        {
          name: 'status',
          label: t('status'),
          options: STATUSES.map((value) => ({ value, label: statusLabel(value) })),
        },
      ]
    : []),
  { name: 'type', label: t('type'), placeholder: t('typeExample') },
  ...(webhooks && webhooks.size > 1
    ? [
        {
          name: 'webhook',
          label: t('webhook'),
          options: [...webhooks].map(([value, label]) => ({ value, label })),
        },
      ]
    : []),
  {
    name: 'trigger',
    label: t('trigger'),
    options: TRIGGERS.map((value) => ({ value, label: triggerLabel(value) })),
  },
  timeFilter(),
];
