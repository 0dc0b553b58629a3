import { router } from '../../trpc/procedures';
import { linkAnalyticsRouter, linkCountProcedures } from './analytics/router';
import { bulkRouter } from './bulk/router';
import { linkClicksRouter, listClicksOfOneLink } from './clicks/router';
import { linkDomainsRouter } from './domains/router';
import { linkImportsRouter } from './imports/router';
import { linkProcedures } from './links/router';
import { linkSettingsRouter } from './settings/router';
import { linkTagsRouter } from './tags/router';

/** Short links, with all that belongs to them. */
export const linksRouter = router({
  ...linkProcedures,
  ...linkCountProcedures,
  list_clicks: listClicksOfOneLink,
  analytics: linkAnalyticsRouter,
  bulk: bulkRouter,
  clicks: linkClicksRouter,
  domains: linkDomainsRouter,
  imports: linkImportsRouter,
  settings: linkSettingsRouter,
  tags: linkTagsRouter,
});
