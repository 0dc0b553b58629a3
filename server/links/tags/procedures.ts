import { CreateTag, LinkTag, ListTags, TagId, UpdateTag } from '../../../shared/links/tags';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { createTag, deleteTag, getTag, listTags, updateTag } from './service';

const place = { surface: 'links' } as const;
const tags = ['Link tags'];
const reading = procedure('links:read');
const writing = procedure('links:write');

export const linkTagsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/link-tags',
        tags,
        summary: 'List tags',
        description: 'Lists the tags of the workspace with the number of links that have each tag.',
      },
    })
    .input(optionalInput(ListTags))
    .output(pageOf(LinkTag))
    .query(({ ctx, input }) => listTags(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: ['conflict', 'unprocessable'],
      examples: { request: { name: 'newsletter', color: 'blue' } },
      openapi: {
        method: 'POST',
        path: '/link-tags',
        tags,
        summary: 'Create a tag',
        description:
          'Creates a tag. A link with a new tag name also creates the tag, in gray. A workspace can have at most 5,000 tags.',
      },
    })
    .input(CreateTag)
    .output(LinkTag)
    .mutation(({ ctx, input }) => createTag(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/link-tags/{tag_id}',
        tags,
        summary: 'Get a tag',
        description: 'Returns one tag with the number of links that have it.',
      },
    })
    .input(TagId)
    .output(LinkTag)
    .query(({ ctx, input }) => getTag(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['conflict', 'precondition_failed', 'unprocessable'],
      examples: { request: { color: 'green' } },
      openapi: {
        method: 'PATCH',
        path: '/link-tags/{tag_id}',
        tags,
        summary: 'Update a tag',
        description:
          'Updates the name or the color of a tag. Its links show the new name at once; no link events are emitted.',
      },
    })
    .input(UpdateTag)
    .output(LinkTag)
    .mutation(({ ctx, input }) => updateTag(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['precondition_failed', 'unprocessable'],
      openapi: {
        method: 'DELETE',
        path: '/link-tags/{tag_id}',
        tags,
        summary: 'Delete a tag',
        description: 'Removes the tag from all links and deletes it. No link events are emitted.',
      },
    })
    .input(TagId)
    .mutation(({ ctx, input }) => deleteTag(ctx, input)),
});
