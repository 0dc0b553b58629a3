import { CreateImport, IMPORT_LIMITS, ImportId, LinkImport, ListImports } from '../../../shared/links/imports';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { cancelImport, createImport, getImport, listImports } from './service';

const write = routesFor('links:write');
const read = routesFor('links:read');

const CSV = 'url,slug,tags\nhttps://example.com/spring,spring,newsletter|sale\n';
/** A form adds its boundaries to the size of the file. */
const FORM_BYTES = 64 * 1024;

/** A file cannot be sent through the typed RPC. */
export const linkImportUpload = write('POST /link-imports', 'Import links', {
  description:
    'Imports links from a file of at most 64 MiB and 1,000,000 rows, in the background. Send the file as the body, or as the part `file` of a form. Columns have the names of link fields: `url`, `slug`, `domain`, `title`, `external_id`, `tags` (separated by `|`), `utm_source` and so on; `metadata`, `targeting` and `preview` contain JSON. At most 1,000 links can have a `password`. An export has this format. A workspace runs one import at a time, and ten can wait; further imports are refused with 429.',
  status: 202,
  idempotency: 'manual',
  errors: ['related_not_found'],
  upload: {
    types: {
      'text/csv': CSV,
      'application/x-ndjson': '{"url":"https://example.com/spring","slug":"spring"}\n',
      'application/octet-stream': CSV,
      'multipart/form-data': CSV,
    },
    maxBytes: IMPORT_LIMITS.bytes + FORM_BYTES,
  },
}).run(CreateImport, LinkImport, createImport);

export const linkImportsRouter = router({
  list: read('GET /link-imports', 'List imports', {
    description: 'Lists the imports of the workspace, newest first.',
  }).run(ListImports, pageOf(LinkImport), listImports),

  get: read('GET /link-imports/{import_id}', 'Get an import', {
    description: 'Returns one import with its progress and the errors of its rows.',
  }).run(ImportId, LinkImport, getImport),

  cancel: write('POST /link-imports/{import_id}/cancel', 'Cancel an import', {
    description: 'Stops an import. Links that were already created are kept.',
    errors: ['invalid_state'],
  }).run(ImportId, LinkImport, cancelImport),
});
