import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { TimeChart } from '../../../ui/chart/time-chart';
import { CopyButton } from '../../../ui/code/copy';
import { formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { STEPS } from '../../links/analytics/times';
import { ownZone } from '../../links/form/rule-draft';
import { shortOf } from '../../links/labels';
import type { Publication } from './labels';
import { t } from './texts';

type ShortLink = Publication['links'][number];
/** Clicks are counted within a second; an open page reads them again at this interval. */
const EVERY_MS = 10_000;
/** As many as one query takes; the clicks of further ones are on the links page. */
const MAX_COUNTED = 100;

export function LinksCard({ of }: { of: Publication }) {
  const { id: ws } = useWorkspace();
  const clicks = useClicks(of);
  const counts = clicks && new Map(clicks.byLink.rows.map((row) => [row.key, row.clicks]));
  const columns: Column<ShortLink>[] = [
    {
      title: t('shortLink'),
      main: true,
      cell: ({ link_id: link, short_url: short, url }) => (
        <NameCell
          name={
            <Link className="row-link" to="/w/$ws/links/$link" params={{ ws, link }}>
              {shortOf(short)}
            </Link>
          }
        >
          <span className="dimmed automation-small truncate">{shortOf(url)}</span>
        </NameCell>
      ),
    },
    { title: '', label: t('copy'), fit: true, cell: ({ short_url: short }) => <CopyButton text={short} /> },
    {
      title: t('clicks'),
      align: 'right',
      fit: true,
      named: true,
      cell: ({ link_id: id }) => (counts ? formatNumber(counts.get(id) ?? 0) : '–'),
    },
  ];
  return (
    <Card
      title={t('clicks')}
      flush
      aside={
        clicks !== undefined &&
        clicks.byTime.totals.clicks > 0 && (
          <span className="dimmed">
            {t('clickSums', { clicks: clicks.byTime.totals.clicks, unique: clicks.byTime.totals.unique_clicks })}
          </span>
        )
      }
    >
      {clicks && (
        <div className="pub-clicks">
          {clicks.byTime.totals.clicks === 0 ? (
            <p className="dimmed">{t('noClicks')}</p>
          ) : (
            <TimeChart
              label={t('clicksOverTime')}
              times={clicks.byTime.rows.map(({ key }) => key)}
              step={STEPS[clicks.byTime.range.granularity]}
              timeZone={clicks.byTime.range.timezone}
              series={[
                { name: t('clicks'), tone: 'link', values: clicks.byTime.rows.map(({ clicks: count }) => count) },
              ]}
              kind="bars"
              height={160}
            />
          )}
        </div>
      )}
      <DataTable bare label={t('shortLinks')} columns={columns} rows={of.links} rowKey={({ link_id: id }) => id} />
    </Card>
  );
}

/** Since the links exist; undefined without the permission, and until they are read. */
function useClicks({ links, created_at: from }: Publication) {
  const trpc = useTRPC();
  const enabled = useCan()('links.analytics:read');
  const question = { link_ids: links.slice(0, MAX_COUNTED).map(({ link_id: id }) => id), from, timezone: ownZone() };
  const options = { enabled, placeholderData: keepPreviousData, refetchInterval: EVERY_MS };
  const { query } = trpc.links.analytics;
  const byTime = useQuery(query.queryOptions({ ...question, group_by: 'time' }, options)).data;
  const byLink = useQuery(query.queryOptions({ ...question, group_by: 'link', limit: MAX_COUNTED }, options)).data;
  return byTime && byLink && { byTime, byLink };
}
