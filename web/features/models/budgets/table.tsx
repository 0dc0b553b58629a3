import type { ComponentProps } from 'react';

import { useCan } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { formatUsd } from '../money';
import { useKeyNames } from '../use-key-names';
import { type Budget, leftOf, nameOfBudget, PERIODS } from './labels';

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
      title: 'Budget',
      cell: (of) => <NameCell name={nameOfBudget(of, nameOf)}>{PERIODS[of.period].label}</NameCell>,
    },
    { title: 'Left', named: true, cell: (of) => <Left of={of} name={nameOfBudget(of, nameOf)} /> },
    { title: 'Spent', align: 'right', priority: 3, cell: ({ spent_micro_usd: spent }) => formatUsd(spent) },
    {
      title: 'Resets',
      priority: 2,
      fit: true,
      cell: ({ resets_at: at }) => (at === null ? 'Only by hand' : <Time at={at} />),
    },
    { title: 'Status', fit: true, cell: (of) => <Status of={of} /> },
    ...(mayWrite ? [actions(onOpen, nameOf)] : []),
  ];
  return (
    <DataTable
      label="Budgets"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      footer={<LoadMore query={query} />}
    />
  );
}

function Left({ of, name }: { of: Budget; name: string }) {
  const left = leftOf(of);
  return (
    <span className="models-left numbers">
      <span>
        <strong>{formatUsd(left)}</strong> of {formatUsd(of.amount_micro_usd)}
      </span>
      <meter
        aria-label={`Left of ${name}, ${PERIODS[of.period].label.toLowerCase()}`}
        min={0}
        max={Math.max(1, of.amount_micro_usd)}
        low={(of.amount_micro_usd * (100 - of.warn_at_percent)) / 100}
        value={left}
      />
    </span>
  );
}

function Status({ of }: { of: Budget }) {
  const { spent_micro_usd: spent, amount_micro_usd: amount, warn_at_percent: percent } = of;
  if (spent >= amount) return <Tag tone="error">Used up</Tag>;
  if (spent * 100 >= amount * percent) return <Tag tone="warning">Above {percent} %</Tag>;
  return <Tag tone="success">Within</Tag>;
}

const actions = (onOpen: BudgetTableProps['onOpen'], nameOf: (id: string) => string): Column<Budget> => ({
  title: '',
  label: 'Actions',
  fit: true,
  cell: (of) => {
    const name = `${nameOfBudget(of, nameOf)}, ${PERIODS[of.period].label.toLowerCase()}`;
    return (
      <span className="models-buttons">
        <button type="button" className="copy-button" aria-label={`Change ${name}`} onClick={() => onOpen('edit', of)}>
          Change
        </button>
        <button type="button" className="copy-button" aria-label={`Reset ${name}`} onClick={() => onOpen('reset', of)}>
          Reset
        </button>
        <button
          type="button"
          className="copy-button"
          aria-label={`Delete ${name}`}
          onClick={() => onOpen('delete', of)}
        >
          Delete
        </button>
      </span>
    );
  },
});
