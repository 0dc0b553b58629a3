import { router } from '../../trpc/procedures';
import { channelsRouter, destinationsRouter } from './channels/router';
import { inboundEndpointsRouter } from './inbound/endpoints-router';
import { inboundRequestsRouter } from './inbound/requests-router';
import { publicationDeliveriesRouter } from './publications/deliveries-router';
import { publicationsRouter } from './publications/router';
import { rulesRouter } from './rules/router';
import { ruleRunsRouter } from './rules/runs-router';

export const automationRouter = router({
  channels: channelsRouter,
  destinations: destinationsRouter,
  deliveries: publicationDeliveriesRouter,
  endpoints: inboundEndpointsRouter,
  inbound_requests: inboundRequestsRouter,
  publications: publicationsRouter,
  rules: rulesRouter,
  rule_runs: ruleRunsRouter,
});
