import type { AccessPorts } from './access/context';
import { AuthCache } from './access/guard/cache';
import { createAfterOutage } from './after-outage';
import type { AiDeps } from './ai/context';
import { createModels } from './ai/models/models';
import type { AutomationDeps } from './automation/context';
import { createAutomation } from './automation/engine';
import { inboundEndpoints } from './automation/schema/inbound';
import type { Config } from './config/config';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from './context';
import type { Database } from './db/database';
import { createEgress } from './egress/egress';
import { createHub } from './events/hub';
import { createJobs, type Jobs } from './jobs';
import { createLimits } from './limits/limits';
import { createBlocklist } from './links/blocklist';
import { redirectWorkspaceAnew } from './links/changes';
import { createAnalyst } from './links/clicks/analytics/reader';
import { createClicks } from './links/clicks/clicks';
import { clickPlaceOf } from './links/clicks/store/click-reader';
import { createImportQueue } from './links/imports/worker';
import { createListings } from './links/links/listed';
import { createRedirects } from './links/redirect/redirects';
import { linkDomains } from './links/schema/links';
import { readBlockedHosts } from './links/system/instance';
import type { Log } from './log';
import { createMetrics } from './metrics';
import { watchProcess } from './process-metrics';
import { loadSecretKey } from './secrets/seal';
import { createRecorder } from './usage/record';
import { createDispatcher } from './webhooks/dispatcher/dispatcher';
import { createWebhookSealer } from './webhooks/dispatcher/sending/sealed';
import { disableWebhooksOf } from './webhooks/endpoints/disable';
import { createWhatsApp } from './whatsapp/engine';
import { addSandbox } from './whatsapp/sandbox/default';
import { waInstances } from './whatsapp/schema/instances';
import { createWorkQueues } from './work/work-queues';

export type Services = Platform & AiDeps & AutomationDeps;

/** The context of a procedure: the caller, the request, and what all modules need. */
export type CallContext = RequestContext & Services;
export type WorkspaceCall = WorkspaceContext & Services;
export type SessionCall = SessionContext & Services;

interface RunningServices extends Services {
  jobs: Jobs;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const now = (): Date => new Date();

/** Builds every part that lives as long as the process. Nothing runs before `start`. */
export function createServices(config: Config, database: Database, log: Log): RunningServices {
  const auth = new AuthCache(database, log);
  const metrics = createMetrics();
  const queues = createWorkQueues({ database, log, now, metrics });
  const { node } = queues;
  const me = node.id;
  const hub = createHub();
  const recorder = createRecorder({ store: database, log, metrics, hub, now });
  const secretKey = loadSecretKey({ value: config.secretKey, file: config.secretKeyFile });

  const egress = createEgress(config);
  const webhookSealer = createWebhookSealer(secretKey);
  const clicks = createClicks({ config, log, now, hub, metrics, secretKey }, database);

  const accessPorts: AccessPorts = {
    keyResources: { inbound_endpoints: inboundEndpoints, link_domains: linkDomains, whatsapp_instances: waInstances },
    workspaceCreated: addSandbox,
    workspaceStateChanged: (ctx, tx, id) => redirectWorkspaceAnew({ ...ctx, redirects: services.redirects }, tx, id),
    disableWebhooksOf: (ctx, tx, keyId) =>
      disableWebhooksOf({ ...ctx, delivery: services.delivery, webhookSealer }, tx, keyId),
  };
  const services: Services = {
    accessPorts,
    config,
    store: database,
    log,
    node,
    queues,
    now,
    auth,
    limits: createLimits(() => node.processes()),
    metrics,
    recorder,
    afterOutage: createAfterOutage(log),
    hub,
    egress,
    delivery: createDispatcher({ config, database, log, now, hub, metrics, egress, me, sealer: webhookSealer }),
    whatsapp: createWhatsApp({ config, database, log, now, hub, metrics, secretKey, egress, queues }),
    webhookSealer,
    listings: createListings({ config, store: database, log, now, hub, metrics }),
    linkBlocklist: createBlocklist(config.linkBlocklist, log, () => readBlockedHosts(database)),
    linkImports: createImportQueue(() => services, queues),
    clicks,
    analyst: createAnalyst(clickPlaceOf(database), log, () => clicks.asOf()),
    redirects: createRedirects({
      config,
      store: database,
      log,
      now,
      metrics,
      secretKey,
      clicks,
      processes: () => node.processes(),
    }),
    models: createModels({ config, store: database, log, auth, now, secretKey }),
    automation: createAutomation({ services: () => services, database, log, metrics, queues }),
    secretKey,
  };
  const jobs = createJobs(services);
  let stopWatching: (() => void) | undefined;
  let stopListening: (() => void) | undefined;

  return {
    ...services,
    jobs,
    async start() {
      stopWatching = watchProcess({ metrics, database, limits: services.limits });
      await auth.start();
      recorder.start();
      await services.linkBlocklist.refresh();
      await clicks.start();
      await services.redirects.start();
      await services.models.start();
      stopListening = services.automation.publisher.listen();
      // While it beats the others leave it its share of the webhooks.
      await node.start();
      await services.delivery.start();
      await services.whatsapp.start();
      await services.automation.start();
      jobs.start();
      services.linkImports.start();
    },
    async stop() {
      stopWatching?.();
      hub.close();
      await services.linkImports.stop();
      await services.automation.stop();
      await services.whatsapp.stop();
      await services.delivery.stop();
      await node.stop();
      stopListening?.();
      services.redirects.stop();
      services.analyst.stop();
      await jobs.stop();
      await clicks.stop();
      services.afterOutage.stop();
      auth.stop();
      await services.models.stop();
      await services.listings.stop();
      await recorder.stop();
    },
  };
}
