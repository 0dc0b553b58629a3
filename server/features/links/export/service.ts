import { and, asc, gt } from 'drizzle-orm';

import type { ExportLinks } from '../../../../shared/link-export';
import type { Link } from '../../../../shared/links';
import type { WorkspaceContext } from '../../../context';
import { links } from '../../../db/schema';
import { type RawAnswer, streamOf } from '../../../raw';
import { csvLine } from '../csv-cells';
import { whereOf } from '../links/filter';
import { presentFor } from '../links/present';
import { cellsOf, EXPORT_COLUMNS } from './columns';

const PAGE = 500;
/** A reader may stop for so long and go on. */
const PATIENCE_SECONDS = 120;

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/** Links as a file that an import takes, oldest first and a page at a time. A key’s call is told as an event. */
export async function exportLinks(ctx: WorkspaceContext, input: ExportLinks): Promise<RawAnswer> {
  const { format, ...filters } = input;
  const where = whereOf(ctx, filters);
  const readPage = async (after?: string): Promise<Link[]> => {
    const beyond = after === undefined ? undefined : gt(links.id, after);
    const rows = await ctx.db.select(links, { where: and(where, beyond), orderBy: [asc(links.id)], limit: PAGE });
    return presentFor(ctx, rows);
  };

  const first = await readPage();
  const count = first.length < PAGE ? first.length : await ctx.db.count(links, where);
  await ctx.listings.note(ctx, { operation: 'export', filters, sort: null, page: null, links: first, count });

  ctx.holdOpen?.(PATIENCE_SECONDS);
  const day = ctx.now().toISOString().slice(0, 10);
  return {
    headers: { 'Content-Type': TYPES[format], 'Content-Disposition': `attachment; filename="links-${day}.${format}"` },
    body: () => streamOf(format === 'csv' ? csv(first, readPage) : ndjson(first, readPage)),
  };
}

type ReadPage = (after: string) => Promise<Link[]>;

async function* csv(first: Link[], readPage: ReadPage): AsyncGenerator<string> {
  yield csvLine(EXPORT_COLUMNS);
  for await (const page of pages(first, readPage)) yield page.map((link) => csvLine(cellsOf(link))).join('');
}

async function* ndjson(first: Link[], readPage: ReadPage): AsyncGenerator<string> {
  for await (const page of pages(first, readPage)) {
    yield page.map((link) => `${JSON.stringify(chosen(link))}\n`).join('');
  }
}

const chosen = (link: Link) => Object.fromEntries(EXPORT_COLUMNS.map((name) => [name, link[name]]));

async function* pages(first: Link[], readPage: ReadPage): AsyncGenerator<Link[]> {
  let page = first;
  while (page.length > 0) {
    yield page;
    const last = page.at(-1);
    page = page.length < PAGE || !last ? [] : await readPage(last.id);
  }
}
