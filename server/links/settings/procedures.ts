import { LinkSettings, UpdateLinkSettings } from '../../../shared/links/settings';
import { NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getLinkSettings, updateLinkSettings } from './service';

const read = routesFor('links:read');
const write = routesFor('links:write');

export const linkSettingsRouter = router({
  get: read('GET /link-settings', 'Get link settings', {
    description: 'Returns the settings for all links of the workspace, including which data of visitors is stored.',
  }).run(NoInput, LinkSettings, getLinkSettings),

  update: write('PATCH /link-settings', 'Update link settings', {
    description:
      'Updates the given fields. Settings about data of visitors apply to new clicks; existing links and slugs do not change.',
    errors: ['related_not_found', 'unprocessable'],
    examples: { request: { slug_length: 6, referrer_storage: 'host' } },
  }).run(UpdateLinkSettings, LinkSettings, updateLinkSettings),
});
