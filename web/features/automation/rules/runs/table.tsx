import type { RuleRun } from '../../../../../shared/automation/rule-run';
import { LogTable, type LogTableProps } from '../../log-table';
import { RUN_STATUSES, runReason } from '../labels';
import { t } from '../texts';
import { useEventNames } from '../use-event-names';

type RunRow = Pick<RuleRun, 'id' | 'status' | 'reason' | 'trigger' | 'created_at'>;

export const RunTable = (props: LogTableProps<RunRow>) => (
  <LogTable
    {...props}
    label={t('runs')}
    open={(run) => ({ tab: 'runs', run })}
    stateOf={({ status }) => RUN_STATUSES[status]}
    columns={[
      {
        title: t('triggeredBy'),
        cell: ({ trigger, reason }) => (
          <span className="automation-small">
            <Cause of={trigger} />
            {reason !== null && <span className="dimmed"> · {runReason(reason)}</span>}
          </span>
        ),
      },
    ]}
  />
);

/** What triggered a run, in words. */
export function Cause({ of: { type, event_type: event } }: { of: RunRow['trigger'] }) {
  const nameOf = useEventNames();
  if (event !== null) return nameOf(event);
  return t(type === 'schedule' ? 'bySchedule' : 'byCall');
}
