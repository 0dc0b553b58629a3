import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyButton } from '../../../ui/code/copy';
import { formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { shortOf } from '../../links/labels';
import type { Publication } from './labels';

type ShortLink = Publication['links'][number];
const COUNTED_EVERY_MS = 10_000;
/** Click counts of further links are on the links page. */
const MAX_COUNTED = 20;

export function LinksCard({ of }: { of: Publication }) {
  const { id: ws } = useWorkspace();
  const clicks = useClicks(of.links);
  if (of.links.length === 0) return null;
  const columns: Column<ShortLink>[] = [
    {
      title: 'Short link',
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
    { title: '', label: 'Copy', fit: true, cell: ({ short_url: short }) => <CopyButton text={short} /> },
    {
      title: 'Clicks',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ link_id: id }) => {
        const count = clicks.get(id);
        return count === undefined ? '–' : formatNumber(count);
      },
    },
  ];
  return (
    <Card title="Short links" flush>
      <DataTable bare label="Short links" columns={columns} rows={of.links} rowKey={({ link_id: id }) => id} />
    </Card>
  );
}

function useClicks(links: readonly ShortLink[]): ReadonlyMap<string, number> {
  const trpc = useTRPC();
  const isAllowed = useCan()('links:read');
  const found = useQueries({
    queries: links
      .slice(0, MAX_COUNTED)
      .map(({ link_id: id }) =>
        trpc.links.get.queryOptions({ link_id: id }, { enabled: isAllowed, refetchInterval: COUNTED_EVERY_MS }),
      ),
  });
  return new Map(found.flatMap(({ data }) => (data && data.clicks !== null ? [[data.id, data.clicks] as const] : [])));
}
