import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { useChannelName } from '../use-channels';
import { channelsOf, nameOf, SOURCES, STATUSES, type Publication } from './labels';

import '../automation.css';

function Reached({ of }: { of: Publication }) {
  const { total, sent, delivered, read, failed, unconfirmed } = of.counters;
  const bad = failed + unconfirmed;
  if (total === 0) return <span className="dimmed">–</span>;
  return (
    <span className="numbers">
      {formatNumber(sent + delivered + read)} of {formatNumber(total)}
      {bad > 0 && <span className="automation-bad">, {formatNumber(bad)} not</span>}
    </span>
  );
}

export function PublicationTable({ rows, footer }: { rows: Publication[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const channelName = useChannelName();
  const columns: Column<Publication>[] = [
    {
      title: 'Publication',
      main: true,
      cell: (publication) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to="/w/$ws/automation/publications/$publication"
              params={{ ws, publication: publication.id }}
            >
              {nameOf(publication)}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">
            {channelsOf(publication).map(channelName).join(', ')} · by {SOURCES[publication.source.kind]}
          </span>
        </NameCell>
      ),
    },
    {
      title: 'Status',
      fit: true,
      cell: ({ status }) => <StateTag of={STATUSES[status]} />,
    },
    { title: 'Reached', align: 'right', fit: true, named: true, cell: (publication) => <Reached of={publication} /> },
    { title: 'Due', fit: true, named: true, cell: ({ due_at: at }) => <Time at={at} never="not set" /> },
    { title: 'Made', fit: true, priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <DataTable label="Publications" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer ?? null} />
  );
}
