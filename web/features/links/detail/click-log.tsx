import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { byCursor, useTRPC } from '../../../trpc';
import { Country } from '../../../ui/icons/flag';
import { HostIcon } from '../../../ui/icons/host-icon';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import type { AnalyticsSearch } from '../analytics/query';
import type { Click } from '../labels';
import { BOT_LABELS } from '../link-texts';
import { t } from '../texts';

import '../links.css';

const PAGE = 20;
const EVERY_MS = 10_000;
const FIRST_MS = 3000;

export function ClickLog({ linkId, bots }: { linkId: string; bots: AnalyticsSearch['bots'] }) {
  const trpc = useTRPC();
  const input = { link_id: linkId, ...(bots ? { bots } : {}) };
  const query = useInfiniteQuery(
    trpc.links.list_clicks.infiniteQueryOptions(
      { ...input, limit: PAGE },
      {
        ...byCursor,
        // Polls for the first click; a return to the tab reloads too.
        refetchInterval: ({ state }) => (state.data?.pages[0]?.data.length === 0 ? FIRST_MS : EVERY_MS),
        refetchOnWindowFocus: 'always',
      },
    ),
  );
  return (
    <Card title={t('clicks')} flush>
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <div className="dimmed links-no-clicks">
              {bots === undefined ? t('noPeople') : bots === 'only' ? t('noBots') : t('noClicks')}
              {bots === undefined && (
                <>
                  {' '}
                  <Link to="." search={(old) => ({ ...old, bots: 'include' as const })} replace>
                    {t('showBots')}
                  </Link>
                </>
              )}
            </div>
          ) : (
            <DataTable
              bare
              label={t('clicks')}
              columns={columns()}
              rows={rows}
              rowKey={({ id }) => id}
              footer={<LoadMore query={query} />}
            />
          );
        }}
      </Content>
    </Card>
  );
}

const columns = (): Column<Click>[] => [
  {
    title: t('time'),
    fit: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    title: t('source'),
    cell: ({ country, city, referrer_host: host, referrer }) => (
      <span title={referrer ?? undefined}>
        {host === null ? (
          <span className="dimmed">{t('direct')}</span>
        ) : (
          <>
            <HostIcon host={host} /> {host}
          </>
        )}
        {country !== null && (
          <span className="dimmed">
            {' '}
            · {city === null ? '' : `${city}, `}
            <Country code={country} />
          </span>
        )}
      </span>
    ),
  },
  {
    title: t('client'),
    cell: ({ browser, os, device }) =>
      [browser, os, device].filter((word) => word !== null && word !== 'other').join(' · ') || (
        <span className="dimmed">{t('unknown')}</span>
      ),
  },
  {
    title: t('ledTo'),
    priority: 2,
    cell: ({ destination, target_key: rule }) =>
      destination === null ? (
        <span className="dimmed">{t('nowhere')}</span>
      ) : (
        <span className="links-led mono truncate" title={destination}>
          {rule === null ? '' : `${rule}: `}
          {destination.replace(/^https?:\/\//, '')}
        </span>
      ),
  },
  {
    title: t('kind'),
    fit: true,
    cell: ({ bot_reason: reason, trigger, unique }) =>
      reason === null ? (
        <span className="links-tags" data-whole>
          {trigger === 'qr' && <Tag tone="info">{t('qr')}</Tag>}
          {unique ? <span className="dimmed">{t('unique')}</span> : <span className="dimmed">{t('again')}</span>}
        </span>
      ) : (
        <Tag tone="warning">{BOT_LABELS[reason]()}</Tag>
      ),
  },
];
