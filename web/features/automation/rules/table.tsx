import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { actionLabel, isTechnical, STATUSES, triggerLabel, type Rule } from './labels';

import '../automation.css';

export function RuleTable({ rows, footer }: { rows: Rule[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const columns: Column<Rule>[] = [
    {
      title: 'Rule',
      main: true,
      cell: (rule) => (
        <NameCell
          name={
            <Link className="row-link" to="/w/$ws/automation/rules/$rule" params={{ ws, rule: rule.id }}>
              {rule.name}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">
            <span className={isTechnical(rule.trigger) ? 'mono' : undefined}>{triggerLabel(rule.trigger)}</span> →{' '}
            {actionLabel(rule.actions)}
          </span>
        </NameCell>
      ),
    },
    { title: 'Status', fit: true, cell: (rule) => <StateTag of={STATUSES[rule.status]} /> },
    {
      title: 'Succeeded 24 h',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => <span className="numbers">{formatNumber(stats.succeeded_24h)}</span>,
    },
    {
      title: 'Failed 24 h',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => (
        <span className={stats.failed_24h > 0 ? 'numbers automation-bad' : 'numbers'}>
          {formatNumber(stats.failed_24h)}
        </span>
      ),
    },
    { title: 'Last run', fit: true, named: true, cell: ({ stats }) => <Time at={stats.last_run_at} /> },
  ];
  return <DataTable label="Rules" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer ?? null} />;
}
