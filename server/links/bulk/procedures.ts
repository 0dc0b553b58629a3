import { BulkCreateLinks, BulkDeleteLinks, BulkResult, BulkUpdateLinks } from '../../../shared/links/bulk';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { bulkCreateLinks } from './create';
import { bulkDeleteLinks } from './delete';
import { bulkUpdateLinks } from './update';

const create = routesFor('links:create');
const write = routesFor('links:write');
const ID = 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c';

export const bulkRouter = router({
  create: create('POST /links/bulk', 'Create links in bulk', {
    description:
      'Creates up to 1,000 links and returns a result for each. If an item does not match the schema, the whole request is refused. If an item cannot be created, only this item fails, or all items if `atomic` is true. The request counts as one request plus one for every ten items. `on_conflict: update` needs `links:write`. A request can set at most 20 different passwords.',
    errors: ['unprocessable'],
    examples: {
      request: {
        items: [{ url: 'https://example.com/spring-sale', slug: 'spring' }, { url: 'https://example.com/summer' }],
      },
    },
  }).run(BulkCreateLinks, BulkResult, bulkCreateLinks),

  update: write('POST /links/bulk/update', 'Update links in bulk', {
    description:
      'Updates up to 1,000 links: all in the same way with `ids` and `set`, or each link with its own item. `tags_add` and `tags_remove` keep all other tags. A request can set at most 20 different passwords.',
    bodySchema: BulkUpdateLinks,
    errors: ['conflict', 'slug_taken', 'unprocessable'],
    examples: { request: { ids: [ID], set: { archived: true, tags_add: ['2026'] } } },
  }).run(BulkUpdateLinks, BulkResult, bulkUpdateLinks),

  remove: write('POST /links/bulk/remove', 'Delete links in bulk', {
    description: 'Deletes up to 1,000 links. A link that does not exist fails without affecting the others.',
    examples: { request: { ids: [ID] } },
  }).run(BulkDeleteLinks, BulkResult, bulkDeleteLinks),
});
