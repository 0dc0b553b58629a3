import { z } from 'zod';

import { LinkSettings, UpdateLinkSettings } from '../../../shared/links/settings';
import { optionalInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getLinkSettings, updateLinkSettings } from './service';

const read = routesFor('links:read');
const write = routesFor('links:write');

export const linkSettingsRouter = router({
  get: read('GET /link-settings', 'Get link settings', {
    description: 'Returns the settings for all links of the workspace, including which data of visitors is stored.',
  })
    .input(optionalInput(z.strictObject({})))
    .output(LinkSettings)
    .query(({ ctx }) => getLinkSettings(ctx)),

  update: write('PATCH /link-settings', 'Update link settings', {
    description:
      'Updates the given fields. Settings about data of visitors apply to new clicks; existing links and slugs do not change.',
    errors: ['related_not_found', 'unprocessable'],
    examples: { request: { slug_length: 6, referrer_storage: 'host' } },
  })
    .input(optionalInput(UpdateLinkSettings))
    .output(LinkSettings)
    .mutation(({ ctx, input }) => updateLinkSettings(ctx, input)),
});
