import { IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { copyText } from '../../../ui/clipboard';
import { formatList } from '../../../ui/format';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast/toast';
import { StateTag } from '../state-tag';
import { useChannelName } from '../use-channels';
import { channelsOf, mayBeChanged, nameOf, sourceLabel, STATUSES, troubles, type Publication } from './labels';
import { t } from './texts';

import '../automation.css';

const PAGE = '/w/$ws/automation/publications/$publication';

export function PublicationTable({ rows, footer }: { rows: Publication[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const mayWrite = useCan()('automation.publications:write');
  const channelName = useChannelName();
  const columns: Column<Publication>[] = [
    {
      title: t('aPublication'),
      main: true,
      cell: (of) => (
        <NameCell
          name={
            <Link className="row-link" to={PAGE} params={{ ws, publication: of.id }}>
              {nameOf(of)}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">
            {t('by', {
              channels: formatList(channelsOf(of).map(channelName)),
              source: sourceLabel(of.source.kind),
            })}
          </span>
        </NameCell>
      ),
    },
    { title: t('status'), fit: true, cell: ({ status }) => <StateTag of={STATUSES[status]} /> },
    { title: t('figureSent'), align: 'right', fit: true, named: true, cell: (of) => <Sent of={of} /> },
    {
      title: t('due'),
      fit: true,
      named: true,
      cell: ({ due_at: at }) => <Time at={at} never={t('unscheduled')} />,
    },
    { title: t('created'), fit: true, priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  const actions = (of: Publication): MenuActions => {
    const open = (search: { edit?: true }) => void navigate({ to: PAGE, params: { ws, publication: of.id }, search });
    return [
      { label: t('viewPublication'), icon: IconEye, onClick: () => open({}) },
      mayWrite && mayBeChanged(of) && { label: t('edit'), icon: IconPencil, onClick: () => open({ edit: true }) },
      {
        label: t('copyId'),
        icon: IconCopy,
        onClick: () => void copyText(of.id).then((isCopied) => isCopied && toast(t('idCopied'))),
      },
    ];
  };
  return (
    <DataTable
      label={t('publications')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      actions={actions}
      nameOf={nameOf}
      footer={footer ?? null}
    />
  );
}

function Sent({ of: { counters } }: { of: Publication }) {
  const { total, sent, delivered, read } = counters;
  const bad = troubles(counters);
  if (total === 0) return <span className="dimmed">–</span>;
  return (
    <span className="numbers">
      {t('reachedOf', { sent: sent + delivered + read, total })}
      {bad !== '' && <span className="automation-bad"> ({bad})</span>}
    </span>
  );
}
