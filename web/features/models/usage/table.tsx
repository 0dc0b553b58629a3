import { Link } from '@tanstack/react-router';

import { formatNumber, formatShort } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Tag } from '../../../ui/tag';
import { formatUsd } from '../money';
import type { Group } from '../names';
import { useKeyNames } from '../use-key-names';
import { GROUPS, nameIn, ranked, type UsagePoint } from './series';

export function GroupTable({ points, group }: { points: readonly UsagePoint[]; group: Group }) {
  const columns: Column<UsagePoint>[] = [
    { title: GROUPS[group], cell: (point) => <GroupName name={nameIn(point, group)} group={group} /> },
    { title: 'Calls', align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
    { title: 'Failed', align: 'right', priority: 2, cell: ({ failures }) => formatNumber(failures) },
    { title: 'Input', align: 'right', priority: 2, cell: ({ prompt_tokens: tokens }) => formatShort(tokens) },
    { title: 'Output', align: 'right', priority: 2, cell: ({ completion_tokens: tokens }) => formatShort(tokens) },
    {
      title: 'Cost',
      align: 'right',
      named: true,
      cell: ({ cost_micro_usd: cost, unpriced_requests: unpriced, requests }) =>
        unpriced === requests ? <Tag tone="warning">Price unknown</Tag> : formatUsd(cost),
    },
  ];
  return (
    <DataTable
      bare
      label={`Usage by ${GROUPS[group].toLowerCase()}`}
      columns={columns}
      rows={ranked(points)}
      rowKey={(point) => nameIn(point, group)}
    />
  );
}

function GroupName({ name, group }: { name: string; group: Group }) {
  const { id: ws } = useWorkspace();
  const { nameOf } = useKeyNames();
  if (group === 'key' && name === '') return <span>Without a key</span>;
  return (
    <Link
      className="row-link truncate usage-name"
      to="/w/$ws/models/calls"
      params={{ ws }}
      search={group === 'model' ? { model: name } : { key: name }}
    >
      {group === 'model' ? name : nameOf(name)}
    </Link>
  );
}
