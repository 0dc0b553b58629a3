import type { Click, ExportClicks } from '../../../shared/links/clicks';
import { UTM_FIELDS } from '../../../shared/links/clicks';
import { chargeAnalytics } from '../../limits/charge';
import type { RawAnswer } from '../../raw';
import type { ClickRow } from '../clicks/analytics/rows';
import type { LinksContext } from '../context';
import { tableFile } from '../file-answer';
import { visibleLinkIds } from '../links/find';
import { presentClicks, clickRowsQuery } from './list';

const PAGE = 1000;

export async function exportClicks(ctx: LinksContext, input: ExportClicks): Promise<RawAnswer> {
  chargeAnalytics(ctx);
  const linkIds = await visibleLinkIds(ctx, input.link_ids);
  const query = { ...clickRowsQuery(ctx, input), linkIds, country: null, order: 'asc', limit: PAGE } as const;
  const read = (after: ClickRow | undefined) =>
    ctx.analyst.ask('clicks', { ...query, after: after ? { at: after.at, seq: after.seq } : null });
  // An immediate failure is answered as an error instead of a truncated file.
  const first = await read(undefined);

  async function* pages(): AsyncGenerator<Click[]> {
    for (let rows = first; rows.length > 0; rows = rows.length < PAGE ? [] : await read(rows.at(-1))) {
      yield await presentClicks(ctx, rows);
    }
  }

  return tableFile(ctx, {
    noun: 'clicks',
    format: input.format,
    columns: Object.keys(COLUMNS),
    cellsOf: (click) => CELLS.map((cellOf) => String(cellOf(click) ?? '')),
    objectOf: (click) => click,
    pages,
  });
}

const COLUMNS: Record<string, (click: Click) => string | boolean | null | undefined> = {
  id: (click) => click.id,
  created_at: (click) => click.created_at,
  link_id: ({ link }) => link.id,
  short_url: ({ link }) => link.short_url,
  external_id: ({ link }) => link.external_id,
  tags: ({ link }) => link.tags.join('|'),
  destination: (click) => click.destination,
  target_key: (click) => click.target_key,
  trigger: (click) => click.trigger,
  unique: (click) => click.unique,
  bot: (click) => click.bot,
  bot_reason: (click) => click.bot_reason,
  country: (click) => click.country,
  region: (click) => click.region,
  city: (click) => click.city,
  continent: (click) => click.continent,
  device: (click) => click.device,
  os: (click) => click.os,
  browser: (click) => click.browser,
  language: (click) => click.language,
  referrer_host: (click) => click.referrer_host,
  referrer: (click) => click.referrer,
  ...Object.fromEntries(
    UTM_FIELDS.map((field) => [field === 'ref' ? 'ref' : `utm_${field}`, (click: Click) => click.utm[field]]),
  ),
  address_prefix: (click) => click.address_prefix,
};
const CELLS = Object.values(COLUMNS);
