import { CreateImport, IMPORT_LIMITS, ImportId, LinkImport, ListImports } from '../../../shared/links/imports';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { cancelImport, createImport, getImport, listImports } from './service';

const place = { surface: 'links' } as const;
const tags = ['Link imports'];

const CSV = 'url,slug,tags\nhttps://example.com/spring,spring,newsletter|sale\n';
/** Beside the file, a form has its boundaries. */
const FORM_BYTES = 64 * 1024;

/** Takes a file, which only the REST door can. */
export const linkImportUpload = procedure('links:write')
  .meta({
    ...place,
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
    openapi: {
      method: 'POST',
      path: '/link-imports',
      tags,
      summary: 'Import links',
      description:
        'Imports links from a file of at most 64 MiB and 1,000,000 rows, in the background. Send the file as the body, or as the part `file` of a form. Columns have the names of link fields: `url`, `slug`, `domain`, `title`, `external_id`, `tags` (separated by `|`), `utm_source` and so on; `metadata`, `targeting` and `preview` contain JSON. At most 1,000 links can have a `password`. An export has this format. A workspace runs one import at a time, and ten can wait; further imports are refused with 429.',
    },
  })
  .input(optionalInput(CreateImport))
  .output(LinkImport)
  .mutation(({ ctx, input }) => createImport(ctx, input));

export const linkImportsRouter = router({
  list: procedure('links:read')
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/link-imports',
        tags,
        summary: 'List imports',
        description: 'Lists the imports of the workspace, newest first.',
      },
    })
    .input(optionalInput(ListImports))
    .output(pageOf(LinkImport))
    .query(({ ctx, input }) => listImports(ctx, input)),

  get: procedure('links:read')
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/link-imports/{import_id}',
        tags,
        summary: 'Get an import',
        description: 'Returns one import with its progress and the errors of its rows.',
      },
    })
    .input(ImportId)
    .output(LinkImport)
    .query(({ ctx, input }) => getImport(ctx, input)),

  cancel: procedure('links:write')
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/link-imports/{import_id}/cancel',
        tags,
        summary: 'Cancel an import',
        description: 'Stops an import. Links that were already created are kept.',
      },
    })
    .input(ImportId)
    .output(LinkImport)
    .mutation(({ ctx, input }) => cancelImport(ctx, input)),
});
