import { router } from '../trpc/procedures';
import { channelsRouter, destinationsRouter } from './destinations/procedures';
import { inboundEndpointsRouter, inboundPresetsRouter } from './endpoints/procedures';
import { inboundRequestsRouter } from './endpoints/requests-procedures';
import { publicationDeliveriesRouter } from './publications/deliveries/procedures';
import { publicationsRouter } from './publications/procedures';
import { rulesRouter } from './rules/procedures';
import { ruleRunsRouter } from './rules/runs-procedures';

export const automationRouter = router({
  channels: channelsRouter,
  destinations: destinationsRouter,
  inbound_endpoints: inboundEndpointsRouter,
  inbound_presets: inboundPresetsRouter,
  inbound_requests: inboundRequestsRouter,
  publication_deliveries: publicationDeliveriesRouter,
  publications: publicationsRouter,
  rules: rulesRouter,
  rule_runs: ruleRunsRouter,
});
