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
        summary: 'Get link settings',
        description: 'Returns the settings for all links of the workspace, including which data of visitors is stored.',
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
        summary: 'Update link settings',
        description:
          'Updates the given fields. Settings about data of visitors apply to new clicks; existing links and slugs do not change.',
      },
    })
    .input(optionalInput(UpdateLinkSettings))
    .output(LinkSettings)
    .mutation(({ ctx, input }) => updateLinkSettings(ctx, input)),
});
