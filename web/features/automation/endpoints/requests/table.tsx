import { LogTable, type LogTableProps } from '../../log-table';
import { reasonText, REQUEST_STATUSES, type InboundRequestRow } from '../labels';
import { t } from './texts';

export const RequestTable = (props: LogTableProps<InboundRequestRow>) => (
  <LogTable
    {...props}
    label={t('requests')}
    open={(request) => ({ tab: 'requests', request })}
    stateOf={({ status }) => REQUEST_STATUSES[status]}
    columns={[
      {
        title: t('result'),
        cell: ({ reason, publications }) => (
          <span className="automation-small">
            {reason === null ? outcome(publications.length) : reasonText(reason)}
          </span>
        ),
      },
      {
        title: t('sender'),
        fit: true,
        priority: 2,
        cell: ({ ip, replay_of: replayed }) => (
          <span className="dimmed automation-small">{replayed === null ? ip : t('replay')}</span>
        ),
      },
    ]}
  />
);

const outcome = (count: number): string => (count === 0 ? t('recorded') : t('publicationCount', { count }));
