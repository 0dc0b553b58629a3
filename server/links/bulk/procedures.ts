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
        summary: 'Create links in bulk',
        description:
          'Creates up to 1,000 links and returns a result for each. If an item does not match the schema, the whole request is refused. If an item cannot be created, only this item fails, or all items if `atomic` is true. The request counts as one request plus one for every ten items. `on_conflict: update` needs `links:write`. A request can set at most 20 different passwords.',
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
        summary: 'Update links in bulk',
        description:
          'Updates up to 1,000 links: all in the same way with `ids` and `set`, or each link with its own item. `tags_add` and `tags_remove` keep all other tags. A request can set at most 20 different passwords.',
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
        summary: 'Delete links in bulk',
        description: 'Deletes up to 1,000 links. A link that does not exist fails without affecting the others.',
      },
    })
    .input(BulkRemoveLinks)
    .output(BulkResult)
    .mutation(({ ctx, input }) => bulkRemoveLinks(ctx, input)),
});
