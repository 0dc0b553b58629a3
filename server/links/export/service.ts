import type { ExportLinks } from '../../../shared/links/export';
import type { Link } from '../../../shared/links/links';
import type { RawAnswer } from '../../raw';
import type { LinksContext } from '../context';
import { tableFile } from '../file-answer';
import { linksWhere } from '../links/filter';
import { findLinks } from '../links/find';
import { presentForCaller } from '../links/present';
import { linkSelection } from '../queries/search';
import { cellsOf, EXPORT_COLUMNS } from './columns';

const PAGE = 500;

interface ExportPage {
  links: Link[];
  next: string | undefined;
}

/** Oldest first, in pages. Filters and counts run in the Worker. A call with a key emits an event. */
export async function exportLinks(ctx: LinksContext, input: ExportLinks): Promise<RawAnswer> {
  const { format, ...filters } = input;
  const { workspaceId } = ctx;
  const chosen = linkSelection(ctx.store, workspaceId, linksWhere(ctx, filters));
  const readPage = async (after: string | null): Promise<ExportPage> => {
    const ids = await ctx.analyst.ask('link_ids', { workspaceId, chosen, order: 'asc', after, limit: PAGE });
    const rows = await findLinks(ctx, ctx.db, ids);
    return { links: await presentForCaller(ctx, [...rows.values()]), next: ids.length < PAGE ? undefined : ids.at(-1) };
  };

  const first = await readPage(null);
  const count = first.next ? await ctx.analyst.ask('count_links', { workspaceId, chosen }) : first.links.length;
  await ctx.listings.record(ctx, { operation: 'export', filters, sort: null, page: null, links: first.links, count });

  return tableFile(ctx, {
    noun: 'links',
    format,
    columns: EXPORT_COLUMNS,
    cellsOf,
    objectOf,
    pages: () => pages(first, readPage),
  });
}

const objectOf = (link: Link) => Object.fromEntries(EXPORT_COLUMNS.map((name) => [name, link[name]]));

async function* pages(first: ExportPage, readPage: (after: string) => Promise<ExportPage>): AsyncGenerator<Link[]> {
  let page = first;
  for (;;) {
    yield page.links;
    if (page.next === undefined) return;
    page = await readPage(page.next);
  }
}
