import { Link } from '@tanstack/react-router';

import { formatNumber, formatShort } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Tag } from '../../../ui/tag';
import { formatUsd } from '../money';
import type { Group } from '../names';
import { t as models } from '../texts';
import { useKeyNames } from '../use-key-names';
import { groups, nameIn, ranked, type UsagePoint } from './series';
import { t } from './texts';

export function GroupTable({ points, group }: { points: readonly UsagePoint[]; group: Group }) {
  const columns: Column<UsagePoint>[] = [
    { title: groups()[group], cell: (point) => <GroupName name={nameIn(point, group)} group={group} /> },
    { title: t('calls'), align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
    { title: t('failed'), align: 'right', priority: 2, cell: ({ failures }) => formatNumber(failures) },
    { title: t('input'), align: 'right', priority: 2, cell: ({ prompt_tokens: tokens }) => formatShort(tokens) },
    { title: t('output'), align: 'right', priority: 2, cell: ({ completion_tokens: tokens }) => formatShort(tokens) },
    {
      title: t('cost'),
      align: 'right',
      named: true,
      cell: ({ cost_micro_usd: cost, unpriced_requests: unpriced, requests }) =>
        unpriced === requests ? <Tag tone="warning">{t('priceUnknown')}</Tag> : formatUsd(cost),
    },
  ];
  return (
    <DataTable
      bare
      label={t(group === 'model' ? 'usageByModel' : 'usageByKey')}
      columns={columns}
      rows={ranked(points)}
      rowKey={(point) => nameIn(point, group)}
    />
  );
}

function GroupName({ name, group }: { name: string; group: Group }) {
  const { id: ws } = useWorkspace();
  const { nameOf } = useKeyNames();
  if (group === 'key' && name === '') return <span>{models('withoutKey')}</span>;
  return (
    <Link
      className="row-link truncate models-group"
      to="/w/$ws/models/calls"
      params={{ ws }}
      search={group === 'model' ? { model: name } : { key: name }}
    >
      {group === 'model' ? name : nameOf(name)}
    </Link>
  );
}
