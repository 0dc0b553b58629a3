import { LogTable, type LogTableProps } from '../../log-table';
import { REASONS, REQUEST_STATUSES, type InboundRequestRow } from '../labels';

export const RequestTable = (props: LogTableProps<InboundRequestRow>) => (
  <LogTable
    {...props}
    label="Inbound requests"
    open={(request) => ({ tab: 'requests', request })}
    stateOf={({ status }) => REQUEST_STATUSES[status]}
    columns={[
      {
        title: 'What came of it',
        cell: ({ reason, publications }) => (
          <span className="automation-small">{reason === null ? outcome(publications.length) : REASONS[reason]}</span>
        ),
      },
      {
        title: 'From',
        fit: true,
        priority: 2,
        cell: ({ ip, replay_of: replayed }) => (
          <span className="dimmed automation-small">{replayed === null ? ip : 'Replay'}</span>
        ),
      },
    ]}
  />
);

const outcome = (count: number): string =>
  count === 0 ? 'Recorded' : count === 1 ? '1 publication' : `${count} publications`;
