import { router } from '../../trpc/procedures';
import { linkAnalyticsRouter } from './analytics/router';
import { bulkRouter } from './bulk/router';
import { linkClicksRouter } from './clicks/router';
import { linkDomainsRouter } from './domains/router';
import { linkImportsRouter } from './imports/router';
import { linkProcedures } from './links/router';
import { linkSettingsRouter } from './settings/router';
import { linkTagsRouter } from './tags/router';

/** Short links, with all that belongs to them. */
export const linksRouter = router({
  ...linkProcedures,
  analytics: linkAnalyticsRouter,
  bulk: bulkRouter,
  clicks: linkClicksRouter,
  domains: linkDomainsRouter,
  imports: linkImportsRouter,
  settings: linkSettingsRouter,
  tags: linkTagsRouter,
});
