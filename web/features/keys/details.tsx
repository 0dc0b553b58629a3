import { DetailList } from '../../ui/detail/detail-list';
import { Card } from '../../ui/page';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { accessOf, kindOf, type Key } from './labels';

import './keys.css';

type KeySecret = Key['secrets'][number];

const SECRETS: Column<KeySecret>[] = [
  {
    title: 'Secret',
    cell: ({ masked_secret: masked, expires_at: end }) => (
      <span>
        <span className="mono">{masked}</span>{' '}
        {end === null ? <Tag tone="success">Current</Tag> : <Tag tone="warning">Replaced</Tag>}
      </span>
    ),
  },
  { title: 'Made', named: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: 'Last used',
    named: true,
    cell: ({ last_used_at: at, last_used_ip: ip }) => (
      <span>
        <Time at={at} /> {ip && <span className="mono dimmed">from {ip}</span>}
      </span>
    ),
  },
  { title: 'Stops', named: true, cell: ({ expires_at: at }) => <Time at={at} never="With the key" /> },
];

export function KeySecrets({ of }: { of: Key }) {
  if (of.secrets.length === 0) return null;
  return (
    <Card title="Secrets" flush>
      <DataTable
        bare
        label="Secrets"
        columns={SECRETS}
        rows={of.secrets}
        rowKey={({ masked_secret: masked, created_at: at }) => `${masked} ${at}`}
      />
    </Card>
  );
}

const lines = (items: readonly string[], none: string) =>
  items.length === 0 ? <span className="dimmed">{none}</span> : <span className="mono">{items.join(', ')}</span>;

export function KeyDetails({ of }: { of: Key }) {
  return (
    <DetailList>
      <dt>Kind</dt>
      <dd>{kindOf(of)}</dd>
      <dt>Access</dt>
      <dd>{accessOf(of)}</dd>
      {!of.full_access && (
        <>
          <dt>Scopes</dt>
          <dd>{lines(of.scopes, 'None')}</dd>
        </>
      )}
      <dt>Networks</dt>
      <dd>{lines(of.allowed_cidrs, 'Any')}</dd>
      <dt>Origins</dt>
      <dd>{lines(of.allowed_origins, 'Any')}</dd>
      <dt>Rate limit</dt>
      <dd>
        {of.rate_limit
          ? `${of.rate_limit.requests} requests in ${of.rate_limit.window_seconds} s`
          : '600 requests a minute (default)'}
      </dd>
      <dt>Expires</dt>
      <dd>
        <Time at={of.expires_at} />
      </dd>
      <dt>Made</dt>
      <dd>
        <Time at={of.created_at} /> by {of.created_by.name}
      </dd>
      <dt>Last used</dt>
      <dd>
        <Time at={of.last_used_at} /> {of.last_used_ip && <span className="mono dimmed">{of.last_used_ip}</span>}
      </dd>
    </DetailList>
  );
}
