import { CreateTag, LinkTag, ListTags, TagId, UpdateTag } from '../../../shared/links/tags';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createTag, deleteTag, getTag, listTags, updateTag } from './service';

const read = routesFor('links:read');
const write = routesFor('links:write');

export const linkTagsRouter = router({
  list: read('GET /link-tags', 'List tags', {
    description: 'Lists the tags of the workspace with the number of links that have each tag.',
  }).run(ListTags, pageOf(LinkTag), listTags),

  create: write('POST /link-tags', 'Create a tag', {
    description:
      'Creates a tag. A link with a new tag name also creates the tag, in gray. A workspace can have at most 5,000 tags.',
    status: 201,
    errors: ['conflict', 'unprocessable'],
    examples: { request: { name: 'newsletter', color: 'blue' } },
  }).run(CreateTag, LinkTag, createTag),

  get: read('GET /link-tags/{tag_id}', 'Get a tag', {
    description: 'Returns one tag with the number of links that have it.',
  }).run(TagId, LinkTag, getTag),

  update: write('PATCH /link-tags/{tag_id}', 'Update a tag', {
    description:
      'Updates the name or the color of a tag. Its links show the new name at once; no link events are emitted.',
    errors: ['conflict', 'unprocessable'],
    examples: { request: { color: 'green' } },
  }).run(UpdateTag, LinkTag, updateTag),

  delete: write('DELETE /link-tags/{tag_id}', 'Delete a tag', {
    description: 'Removes the tag from all links and deletes it. No link events are emitted.',
    errors: ['precondition_failed', 'unprocessable'],
  }).run(TagId, deleteTag),
});
