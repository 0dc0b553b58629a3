import { BulkCreateLinks, BulkRemoveLinks, BulkResult, BulkUpdateLinks } from '../../../shared/links/bulk';
import { procedure, router } from '../../trpc/procedures';
import { bulkCreateLinks } from './create';
import { bulkRemoveLinks } from './remove';
import { bulkUpdateLinks } from './update';

const place = { surface: 'links' } as const;
const tags = ['Links'];
const writing = procedure('links:write');
const ID = 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c';

export const bulkRouter = router({
  create: procedure('links:create')
    .meta({
      ...place,
      errors: ['unprocessable'],
      examples: {
        request: {
          items: [{ url: 'https://example.com/spring-sale', slug: 'spring' }, { url: 'https://example.com/summer' }],
        },
      },
      openapi: {
        method: 'POST',
        path: '/links/bulk',
        tags,
        summary: 'Create many links',
        description:
          'Makes up to 1,000 links and tells of each what became of it. An item that its schema refuses refuses the whole request; one that cannot be made fails alone, or with `atomic` takes back all. Counts as one request and one more for every ten items. `on_conflict: update` needs `links:write`. At most 20 different passwords a request.',
      },
    })
    .input(BulkCreateLinks)
    .output(BulkResult)
    .mutation(({ ctx, input }) => bulkCreateLinks(ctx, input)),

  update: writing
    .meta({
      ...place,
      bodySchema: BulkUpdateLinks,
      errors: ['conflict', 'slug_taken', 'unprocessable'],
      examples: { request: { ids: [ID], set: { archived: true, tags_add: ['2026'] } } },
      openapi: {
        method: 'POST',
        path: '/links/bulk/update',
        tags,
        summary: 'Change many links',
        description:
          'Changes up to 1,000 links, all alike by `ids` and `set`, or each by an item of its own. `tags_add` and `tags_remove` leave other tags as they are. At most 20 different passwords a request.',
      },
    })
    .input(BulkUpdateLinks)
    .output(BulkResult)
    .mutation(({ ctx, input }) => bulkUpdateLinks(ctx, input)),

  remove: writing
    .meta({
      ...place,
      examples: { request: { ids: [ID] } },
      openapi: {
        method: 'POST',
        path: '/links/bulk/remove',
        tags,
        summary: 'Delete many links',
        description: 'Removes up to 1,000 links; those that are not there fail alone.',
      },
    })
    .input(BulkRemoveLinks)
    .output(BulkResult)
    .mutation(({ ctx, input }) => bulkRemoveLinks(ctx, input)),
});
