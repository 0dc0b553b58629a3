import { router } from '../trpc/procedures';
import { linkAnalyticsRouter, linkCountProcedures } from './analytics/procedures';
import { bulkRouter } from './bulk/procedures';
import { linkClicksRouter, listClicksOfOneLink } from './click-log/procedures';
import { linkDomainsRouter } from './domains/procedures';
import { linkImportsRouter } from './imports/procedures';
import { linkProcedures } from './links/procedures';
import { linkSettingsRouter } from './settings/procedures';
import { linkTagsRouter } from './tags/procedures';

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
