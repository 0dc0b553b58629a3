import { z } from 'zod';

import { LinkSettings, UpdateLinkSettings } from '../../../shared/links/settings';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { getLinkSettings, updateLinkSettings } from './service';

const place = { surface: 'links', etag: true } as const;
const tags = ['Links'];

export const linkSettingsRouter = router({
  get: procedure('links:read')
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/link-settings',
        tags,
        summary: 'Read the settings of links',
        description: 'What holds for the links of the workspace, and what is kept of visitors.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(LinkSettings)
    .query(({ ctx }) => getLinkSettings(ctx)),

  update: procedure('links:write')
    .meta({
      ...place,
      errors: ['precondition_failed', 'related_not_found', 'unprocessable'],
      examples: { request: { slug_length: 6, referrer_storage: 'host' } },
      openapi: {
        method: 'PATCH',
        path: '/link-settings',
        tags,
        summary: 'Change the settings of links',
        description:
          'Changes the given fields. What is kept of visitors changes for clicks from now on; links and slugs stay as they are.',
      },
    })
    .input(optionalInput(UpdateLinkSettings))
    .output(LinkSettings)
    .mutation(({ ctx, input }) => updateLinkSettings(ctx, input)),
});
