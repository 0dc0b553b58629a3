import { Click, ExportClicks, ListClicks, ListClicksOfLink } from '../../../shared/links/clicks';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { exportClicks } from './export';
import { listClicks, listClicksOfLink } from './list';

const read = routesFor('links.analytics:read');

export const linkClicksRouter = router({
  list: read('GET /links/clicks', 'List clicks', {
    description:
      'Lists recorded clicks, newest first. IP addresses and user agents of visitors are not included. If you poll, overlap the requests by one minute and skip clicks whose `id` you already have. To receive every click exactly as it is recorded, use the event stream.',
  }).run(ListClicks, pageOf(Click), listClicks),
});

export const clicksExport = read('GET /links/clicks/export', 'Export clicks', {
  description:
    "Streams recorded clicks, oldest first. In CSV, a cell that a spreadsheet could run as a formula starts with `'`.",
  raw: {
    'text/csv':
      'id,created_at,link_id,short_url,country\r\nclk_01jd9x3k2mf8v9q4zt7w5b6n0c,2026-11-21T09:30:00.000Z,lnk_01jd9x3k2mf8v9q4zt7w5b6n0c,https://go.example.com/spring,DE\r\n',
    'application/x-ndjson':
      '{"id":"clk_01jd9x3k2mf8v9q4zt7w5b6n0c","created_at":"2026-11-21T09:30:00.000Z","country":"DE"}\n',
  },
}).run(ExportClicks, exportClicks);

export const listClicksOfOneLink = read('GET /links/{link_id}/clicks', 'List clicks of a link', {
  description: 'Lists the clicks of one link, with the options of `GET /links/clicks`.',
}).run(ListClicksOfLink, pageOf(Click), listClicksOfLink);
