import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import type { AnalyticsSearch } from '../analytics/query';
import { BOT_LABELS, type Click } from '../labels';

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
    <Card title="Single clicks" flush actions={<CopyAsCode operation="links_list_clicks" input={input} />}>
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <div className="dimmed links-no-clicks">
              {bots === undefined
                ? 'No person has followed it yet. Bots, and tools such as curl, are left out.'
                : bots === 'only'
                  ? 'No bot has followed it yet.'
                  : 'Nobody has followed it yet.'}
              {bots === undefined && (
                <>
                  {' '}
                  <Link to="." search={(old) => ({ ...old, bots: 'include' as const })} replace>
                    Show them too
                  </Link>
                </>
              )}
            </div>
          ) : (
            <DataTable
              bare
              label="Single clicks"
              columns={COLUMNS}
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

const COLUMNS: Column<Click>[] = [
  {
    title: 'Time',
    fit: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    title: 'From',
    cell: ({ country, city, referrer_host: host, referrer }) => (
      <span title={referrer ?? undefined}>
        {host ?? <span className="dimmed">Direct</span>}
        {country !== null && <span className="dimmed"> · {[city, country].filter(Boolean).join(', ')}</span>}
      </span>
    ),
  },
  {
    title: 'With',
    cell: ({ browser, os, device }) =>
      [browser, os, device].filter((word) => word !== null && word !== 'other').join(' · ') || (
        <span className="dimmed">Unknown</span>
      ),
  },
  {
    title: 'Led to',
    priority: 2,
    cell: ({ destination, target_key: rule }) =>
      destination === null ? (
        <span className="dimmed">Nowhere</span>
      ) : (
        <span className="links-led mono truncate" title={destination}>
          {rule === null ? '' : `${rule}: `}
          {destination.replace(/^https?:\/\//, '')}
        </span>
      ),
  },
  {
    title: 'Kind',
    fit: true,
    cell: ({ bot_reason: reason, trigger, unique }) =>
      reason === null ? (
        <span className="links-tags">
          {trigger === 'qr' && <Tag tone="info">QR</Tag>}
          {unique ? <Tag tone="success">Unique</Tag> : <Tag>Again</Tag>}
        </span>
      ) : (
        <Tag tone="warning">{BOT_LABELS[reason]}</Tag>
      ),
  },
];
