import { IconCopy, IconHistory, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { copyText } from '../../../ui/clipboard';
import { formatNumber } from '../../../ui/format';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast/toast';
import { StateTag } from '../state-tag';
import { actionsLabel, STATUSES, triggerLabel, type Rule } from './labels';
import { t } from './texts';
import { useEventNames } from './use-event-names';

import '../automation.css';

export function RuleTable({ rows, footer }: { rows: Rule[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const mayWrite = useCan()('automation.rules:write');
  const nameOf = useEventNames();
  const columns: Column<Rule>[] = [
    {
      title: t('rule'),
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
            {triggerLabel(rule.trigger, nameOf)} → {actionsLabel(rule.actions)}
          </span>
        </NameCell>
      ),
    },
    { title: t('status'), fit: true, cell: (rule) => <StateTag of={STATUSES[rule.status]} /> },
    {
      title: t('succeeded24h'),
      align: 'right',
      fit: true,
      named: true,
      priority: 2,
      cell: ({ stats }) => <span className="numbers">{formatNumber(stats.succeeded_24h)}</span>,
    },
    {
      title: t('failed24h'),
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => (
        <span className={stats.failed_24h > 0 ? 'numbers automation-bad' : 'numbers'}>
          {formatNumber(stats.failed_24h)}
        </span>
      ),
    },
    { title: t('lastRun'), fit: true, named: true, cell: ({ stats }) => <Time at={stats.last_run_at} /> },
  ];
  const actions = ({ id, name }: Rule): MenuActions => {
    const open = (tab: 'runs' | 'edit') =>
      void navigate({ to: '/w/$ws/automation/rules/$rule', params: { ws, rule: id }, search: { tab } });
    return [
      mayWrite && { label: t('edit'), icon: IconPencil, onClick: () => open('edit') },
      { label: t('viewRuns'), icon: IconHistory, onClick: () => open('runs') },
      {
        label: t('copyId'),
        icon: IconCopy,
        onClick: () => void copyText(id).then((isCopied) => isCopied && toast(t('idCopied', { name }))),
      },
    ];
  };
  return (
    <DataTable
      label={t('rules')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      actions={actions}
      nameOf={({ name }) => name}
      footer={footer ?? null}
    />
  );
}
