import { ExportLinks } from '../../../shared/links/export';
import { routesFor } from '../../trpc/routes';
import { exportLinks } from './service';

const read = routesFor('links:read');

export const linkExport = read('GET /links/export', 'Export links', {
  description:
    "Streams the links that match the filters, oldest first, in the format of `POST /link-imports`. Passwords are not included. In CSV, a cell that a spreadsheet could run as a formula starts with `'`; the import removes it.",
  raw: {
    'text/csv':
      'id,short_url,domain,slug,url,title\r\nlnk_01jd9x3k2mf8v9q4zt7w5b6n0c,https://go.example.com/spring,go.example.com,spring,https://example.com/spring-sale,Spring sale\r\n',
    'application/x-ndjson':
      '{"id":"lnk_01jd9x3k2mf8v9q4zt7w5b6n0c","domain":"go.example.com","slug":"spring","url":"https://example.com/spring-sale"}\n',
  },
}).run(ExportLinks, exportLinks);
