import { router } from '../trpc/procedures';
import { channelsRouter, destinationsRouter } from './destinations/procedures';
import { inboundEndpointsRouter } from './endpoints/procedures';
import { inboundRequestsRouter } from './endpoints/requests-procedures';
import { publicationDeliveriesRouter } from './publications/deliveries/procedures';
import { publicationsRouter } from './publications/procedures';
import { rulesRouter } from './rules/procedures';
import { ruleRunsRouter } from './rules/runs-procedures';

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
