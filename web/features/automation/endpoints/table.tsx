import { IconCopy, IconHistory, IconId } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { copyText } from '../../../ui/clipboard';
import { formatNumber } from '../../../ui/format';
import { BrandIcon } from '../../../ui/icons/brand-icon';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast/toast';
import { StateTag } from '../state-tag';
import { presetName, STATUSES, type Endpoint } from './labels';
import { t } from './texts';

import '../automation.css';
import './endpoints.css';

const copy = (text: string, done: string) => void copyText(text).then((isCopied) => isCopied && toast(done));

export function EndpointTable({ rows, footer }: { rows: Endpoint[]; footer?: ReactNode }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const columns: Column<Endpoint>[] = [
    {
      title: t('endpoint'),
      main: true,
      cell: (endpoint) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to="/w/$ws/automation/endpoints/$endpoint"
              params={{ ws, endpoint: endpoint.id }}
            >
              {endpoint.name}
            </Link>
          }
        >
          <span className="dimmed automation-small endpoint-sender">
            <BrandIcon brand={endpoint.preset} size={14} /> {presetName(endpoint.preset)}
          </span>
        </NameCell>
      ),
    },
    { title: t('status'), fit: true, cell: (endpoint) => <StateTag of={STATUSES[endpoint.status]} /> },
    {
      title: t('accepted24h'),
      align: 'right',
      fit: true,
      named: true,
      priority: 2,
      cell: ({ stats }) => <span className="numbers">{formatNumber(stats.accepted_24h)}</span>,
    },
    {
      title: t('rejected24h'),
      align: 'right',
      fit: true,
      named: true,
      cell: ({ stats }) => (
        <span className={stats.rejected_24h > 0 ? 'numbers automation-bad' : 'numbers'}>
          {formatNumber(stats.rejected_24h)}
        </span>
      ),
    },
    { title: t('lastRequest'), fit: true, named: true, cell: ({ stats }) => <Time at={stats.last_request_at} /> },
  ];
  const actions = ({ id, name, url, masked_token: token }: Endpoint): MenuActions => [
    // An address with a token was shown once.
    token === null && { label: t('copyUrl'), icon: IconCopy, onClick: () => copy(url, t('urlCopied', { name })) },
    {
      label: t('viewRequests'),
      icon: IconHistory,
      onClick: () =>
        void navigate({
          to: '/w/$ws/automation/endpoints/$endpoint',
          params: { ws, endpoint: id },
          search: { tab: 'requests' },
        }),
    },
    { label: t('copyId'), icon: IconId, onClick: () => copy(id, t('idCopied', { name })) },
  ];
  return (
    <DataTable
      label={t('endpoints')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      actions={actions}
      nameOf={({ name }) => name}
      footer={footer ?? null}
    />
  );
}
