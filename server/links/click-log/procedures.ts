import { Click, ExportClicks, ListClicks, ListClicksOfLink } from '../../../shared/links/clicks';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { exportClicks } from './export';
import { listClicks, listClicksOfLink } from './list';

const place = { surface: 'links' } as const;
const tags = ['Link analytics'];
const reading = procedure('links.analytics:read');

export const linkClicksRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/links/clicks',
        tags,
        summary: 'List clicks',
        description:
          'Lists recorded clicks, newest first. IP addresses and user agents of visitors are not included. If you poll, overlap the requests by one minute and skip clicks whose `id` you already have. To receive every click exactly as it is recorded, use the event stream.',
      },
    })
    .input(optionalInput(ListClicks))
    .output(pageOf(Click))
    .query(({ ctx, input }) => listClicks(ctx, input)),
});

export const clicksExport = reading
  .meta({
    ...place,
    raw: {
      'text/csv':
        'id,created_at,link_id,short_url,country\r\nclk_01jd9x3k2mf8v9q4zt7w5b6n0c,2026-11-21T09:30:00.000Z,lnk_01jd9x3k2mf8v9q4zt7w5b6n0c,https://go.example.com/spring,DE\r\n',
      'application/x-ndjson':
        '{"id":"clk_01jd9x3k2mf8v9q4zt7w5b6n0c","created_at":"2026-11-21T09:30:00.000Z","country":"DE"}\n',
    },
    openapi: {
      method: 'GET',
      path: '/links/clicks/export',
      tags,
      summary: 'Export clicks',
      description:
        "Streams recorded clicks, oldest first. In CSV, a cell that a spreadsheet could run as a formula starts with `'`.",
    },
  })
  .input(optionalInput(ExportClicks))
  .query(({ ctx, input }) => exportClicks(ctx, input));

/** `links.list_clicks`. */
export const listClicksOfOneLink = reading
  .meta({
    ...place,
    openapi: {
      method: 'GET',
      path: '/links/{link_id}/clicks',
      tags,
      summary: 'List clicks of a link',
      description: 'Lists the clicks of one link, with the options of `GET /links/clicks`.',
    },
  })
  .input(ListClicksOfLink)
  .output(pageOf(Click))
  .query(({ ctx, input }) => listClicksOfLink(ctx, input));
