import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { RuleRun } from '../../../../../shared/automation/rule-run';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../../ui/table/data-table';
import { Tag } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import { RUN_REASONS, RUN_STATUSES } from '../words';

/** As lists have it. */
export type RunRow = Pick<RuleRun, 'id' | 'status' | 'reason' | 'trigger' | 'created_at'>;

export function RunStatus({ of }: { of: Pick<RuleRun, 'status'> }) {
  const { tone, label } = RUN_STATUSES[of.status];
  return (
    <Tag tone={tone} dot>
      {label}
    </Tag>
  );
}

interface RunTableProps {
  rows: readonly RunRow[];
  ruleId: string;
  openId?: string | undefined;
  bare?: boolean;
  footer?: ReactNode;
}

/** Runs of a rule, newest first; each opens beside the list. */
export function RunTable({ rows, ruleId, openId, bare = false, footer }: RunTableProps) {
  const { id: ws } = useWorkspace();
  const columns: Column<RunRow>[] = [
    {
      title: 'Time',
      fit: true,
      main: true,
      cell: ({ id, created_at: at }) => (
        <Link
          className="row-link"
          to="/w/$ws/automation/rules/$rule"
          params={{ ws, rule: ruleId }}
          search={((old: object) => ({ ...old, tab: 'runs', run: id })) as never}
          resetScroll={false}
        >
          <Time at={at} />
        </Link>
      ),
    },
    { title: 'Status', fit: true, cell: (run) => <RunStatus of={run} /> },
    {
      title: 'Set off by',
      cell: ({ trigger, reason }) => (
        <span className="automation-small">
          <span className={trigger.event_type === null ? undefined : 'mono'}>{causeOf(trigger)}</span>
          {reason !== null && <span className="dimmed"> · {RUN_REASONS[reason]}</span>}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label="Runs"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === openId}
      bare={bare}
      footer={footer ?? null}
    />
  );
}

export const causeOf = ({ type, event_type: event }: RunRow['trigger']): string =>
  event ?? (type === 'schedule' ? 'its schedule' : 'a call');
