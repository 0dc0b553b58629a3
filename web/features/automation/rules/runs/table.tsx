import type { RuleRun } from '../../../../../shared/automation/rule-run';
import { LogTable, type LogTableProps } from '../../log-table';
import { RUN_REASONS, RUN_STATUSES } from '../labels';

type RunRow = Pick<RuleRun, 'id' | 'status' | 'reason' | 'trigger' | 'created_at'>;

export const RunTable = (props: LogTableProps<RunRow>) => (
  <LogTable
    {...props}
    label="Runs"
    open={(run) => ({ tab: 'runs', run })}
    stateOf={({ status }) => RUN_STATUSES[status]}
    columns={[
      {
        title: 'Set off by',
        cell: ({ trigger, reason }) => (
          <span className="automation-small">
            <span className={trigger.event_type === null ? undefined : 'mono'}>{causeOf(trigger)}</span>
            {reason !== null && <span className="dimmed"> · {RUN_REASONS[reason]}</span>}
          </span>
        ),
      },
    ]}
  />
);

export const causeOf = ({ type, event_type: event }: RunRow['trigger']): string =>
  event ?? (type === 'schedule' ? 'its schedule' : 'a call');
