import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { formatPercent } from '../../../ui/format';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useCan } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { formatUsd } from '../money';
import { useKeyNames } from '../use-key-names';
import { type Budget, fullNameOf, leftOf, nameOfBudget, periods } from './labels';
import { t } from './texts';

interface BudgetTableProps {
  rows: readonly Budget[];
  query: ComponentProps<typeof LoadMore>['query'];
  onOpen: (what: 'edit' | 'reset' | 'delete', of: Budget) => void;
}

export function BudgetTable({ rows, query, onOpen }: BudgetTableProps) {
  const mayWrite = useCan()('workspace:write');
  const { nameOf } = useKeyNames();
  const columns: Column<Budget>[] = [
    {
      title: t('budget'),
      cell: (of) => <NameCell name={nameOfBudget(of, nameOf)}>{periods()[of.period].label}</NameCell>,
    },
    { title: t('left'), named: true, cell: (of) => <Left of={of} name={fullNameOf(of, nameOf)} /> },
    { title: t('spent'), align: 'right', priority: 3, cell: ({ spent_micro_usd: spent }) => formatUsd(spent) },
    {
      title: t('resets'),
      priority: 2,
      fit: true,
      cell: ({ resets_at: at }) => (at === null ? t('manually') : <Time at={at} />),
    },
    { title: t('status'), fit: true, cell: (of) => <BudgetStatus of={of} /> },
  ];
  const actions = (of: Budget): MenuActions => [
    { label: t('edit'), icon: IconPencil, onClick: () => onOpen('edit', of) },
    { label: t('reset'), icon: IconRefresh, onClick: () => onOpen('reset', of) },
    { label: t('delete'), icon: IconTrash, isDangerous: true, onClick: () => onOpen('delete', of) },
  ];
  return (
    <DataTable
      label={t('budgets')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      {...(mayWrite ? { actions } : {})}
      nameOf={(of) => fullNameOf(of, nameOf)}
      footer={<LoadMore query={query} />}
    />
  );
}

function Left({ of, name }: { of: Budget; name: string }) {
  const left = leftOf(of);
  return (
    <span className="models-left numbers">
      <span>
        {t.rich('leftOf', {
          left: formatUsd(left),
          amount: formatUsd(of.amount_micro_usd),
          b: (text) => <strong>{text}</strong>,
        })}
      </span>
      <meter
        aria-label={t('leftOfName', { name })}
        min={0}
        max={Math.max(1, of.amount_micro_usd)}
        low={(of.amount_micro_usd * (100 - of.warn_at_percent)) / 100}
        value={left}
      />
    </span>
  );
}

function BudgetStatus({ of }: { of: Budget }) {
  const { spent_micro_usd: spent, amount_micro_usd: amount, warn_at_percent: percent } = of;
  const isUsedUp = spent >= amount;
  const isAbove = spent * 100 >= amount * percent;
  return (
    <Status tone={isUsedUp ? 'error' : 'warning'} isUsual={!isUsedUp && !isAbove}>
      {isUsedUp ? t('usedUp') : isAbove ? t('above', { percent: formatPercent(percent / 100) }) : t('withinBudget')}
    </Status>
  );
}
