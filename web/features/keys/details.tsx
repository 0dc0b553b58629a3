import { DetailList } from '../../ui/detail/detail-list';
import { Card } from '../../ui/page';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { accessOf, kindOf, type Key } from './labels';
import { t } from './texts';

import './keys.css';

type KeySecret = Key['secrets'][number];

const columns = (): Column<KeySecret>[] => [
  {
    title: t('secret'),
    cell: ({ masked_secret: masked, expires_at: end }) => (
      <span>
        <span className="mono">{masked}</span>{' '}
        {end === null ? <Tag tone="success">{t('current')}</Tag> : <Tag tone="warning">{t('replaced')}</Tag>}
      </span>
    ),
  },
  { title: t('created'), named: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: t('lastUsed'),
    named: true,
    cell: ({ last_used_at: at, last_used_ip: ip }) => (
      <span>
        <Time at={at} /> {ip && <span className="dimmed">{t('from', { ip })}</span>}
      </span>
    ),
  },
  { title: t('stops'), named: true, cell: ({ expires_at: at }) => <Time at={at} never={t('withTheKey')} /> },
];

export function KeySecrets({ of }: { of: Key }) {
  if (of.secrets.length === 0) return null;
  return (
    <Card title={t('secrets')} flush>
      <DataTable
        bare
        label={t('secrets')}
        columns={columns()}
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
      <dt>{t('kind')}</dt>
      <dd>{kindOf(of)}</dd>
      <dt>{t('access')}</dt>
      <dd>{accessOf(of)}</dd>
      {!of.full_access && (
        <>
          <dt>{t('scopes')}</dt>
          <dd>{lines(of.scopes, t('none'))}</dd>
        </>
      )}
      <dt>{t('networks')}</dt>
      <dd>{lines(of.allowed_cidrs, t('any'))}</dd>
      <dt>{t('origins')}</dt>
      <dd>{lines(of.allowed_origins, t('any'))}</dd>
      <dt>{t('rateLimit')}</dt>
      <dd>
        {of.rate_limit
          ? t('rate', { requests: of.rate_limit.requests, seconds: of.rate_limit.window_seconds })
          : t('defaultRate')}
      </dd>
      <dt>{t('expires')}</dt>
      <dd>
        <Time at={of.expires_at} />
      </dd>
      <dt>{t('created')}</dt>
      <dd>{t.rich('createdAtBy', { name: of.created_by.name, time: () => <Time at={of.created_at} /> })}</dd>
      <dt>{t('lastUsed')}</dt>
      <dd>
        <Time at={of.last_used_at} /> {of.last_used_ip && <span className="mono dimmed">{of.last_used_ip}</span>}
      </dd>
    </DetailList>
  );
}
