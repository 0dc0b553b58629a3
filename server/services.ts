import type { AccessPorts } from './access/context';
import { AuthCache } from './access/guard/cache';
import { createAfterOutage } from './after-outage';
import { createGateway } from './ai/gateway/gateway';
import { createModels } from './ai/models/models';
import { createAutomation } from './automation/engine';
import type { Services } from './call-context';
import type { Config } from './config/config';
import type { Database } from './db/database';
import { createEgress } from './egress/egress';
import { EVENT_PORTS } from './event-ports';
import { createHub } from './events/hub';
import { createJobs, type Jobs } from './jobs';
import { createLimits } from './limits/limits';
import { createBlocklist } from './links/blocklist';
import { invalidateWorkspaceRedirects } from './links/changes';
import { createAnalyst } from './links/clicks/analytics/reader';
import { createClicks } from './links/clicks/clicks';
import { createImportQueue } from './links/imports/worker';
import { createListings } from './links/links/listing-events';
import { createRedirects } from './links/redirect/redirects';
import { readBlockedHosts } from './links/system/instance';
import type { Log } from './log';
import { createMetrics } from './metrics';
import { KEY_RESOURCE_TABLES, QUOTA_COUNTERS, SELECTOR_TABLES } from './modules';
import { watchProcess } from './process-metrics';
import { loadSecretKey } from './secrets/seal';
import { createRecorder } from './usage/create-recorder';
import { createDispatcher } from './webhooks/dispatcher/dispatcher';
import { createWebhookSealer } from './webhooks/dispatcher/sending/webhook-sealer';
import { countWebhooksOf, disableWebhooksOf } from './webhooks/endpoints/state-change';
import { keysWithWebhooks } from './webhooks/system/webhooks';
import { createWhatsApp } from './whatsapp/engine';
import { addSandbox } from './whatsapp/sandbox/default';
import { logOutSocketsOf, workspacesLoggingOut } from './whatsapp/system/sockets';
import { createWorkQueues } from './work/work-queues';

interface RunningServices extends Services {
  jobs: Jobs;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const now = (): Date => new Date();

/** Nothing runs before `start`. */
export function createServices(config: Config, database: Database, log: Log): RunningServices {
  const auth = new AuthCache(database, log);
  const metrics = createMetrics();
  const queues = createWorkQueues({ database, log, now, metrics });
  const { node } = queues;
  const hub = createHub(EVENT_PORTS);
  const recorder = createRecorder({ store: database, log, metrics, hub, now });
  const secretKey = loadSecretKey({ value: config.secretKey, file: config.secretKeyFile });

  const egress = createEgress(config);
  const webhookSealer = createWebhookSealer(secretKey);
  const clicks = createClicks({ config, log, now, hub, metrics, secretKey }, database, queues);

  const accessPorts: AccessPorts = {
    keyResources: KEY_RESOURCE_TABLES,
    workspaceCreated: addSandbox,
    workspaceStateChanged: (ctx, tx, id) =>
      invalidateWorkspaceRedirects({ ...ctx, redirects: services.redirects }, tx, id),
    workspaceDeleted: logOutSocketsOf,
    endingWorkspaces: (store) => workspacesLoggingOut(store),
    canForgetWorkspaces: () => clicks.isDraining(),
    forgetWorkspaces: (ids) => clicks.store.forgetWorkspaces(ids),
    keysWithWebhooks,
    countWebhooksOf: (ctx, tx, creators) => countWebhooksOf({ ...services, ...ctx }, tx, creators),
    disableWebhooksOf: (ctx, tx, creators) => disableWebhooksOf({ ...services, ...ctx }, tx, creators),
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
    async readQuota(ctx, name) {
      const { used, limit } = QUOTA_COUNTERS[name];
      const call = { ...services, ...ctx };
      return { used: await used(call), limit: typeof limit === 'number' ? limit : limit(call) };
    },
    afterOutage: createAfterOutage(log),
    hub,
    egress,
    delivery: createDispatcher({ config, database, log, now, hub, metrics, egress, queues, sealer: webhookSealer }),
    whatsapp: createWhatsApp({ config, database, log, now, hub, metrics, secretKey, egress, queues }),
    webhookSealer,
    selectorTables: SELECTOR_TABLES,
    listings: createListings({ config, store: database, log, now, hub, metrics }),
    linkBlocklist: createBlocklist(config.linkBlocklist, log, () => readBlockedHosts(database)),
    linkImports: createImportQueue(() => services, queues),
    clicks,
    analyst: createAnalyst(database.location, log, () => clicks.asOf()),
    redirects: createRedirects({
      config,
      database,
      log,
      now,
      metrics,
      secretKey,
      clicks,
      processes: () => node.processes(),
    }),
    models: createModels({ config, store: database, log, auth, now, secretKey }),
    gateway: createGateway(now, metrics),
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
      // Other processes leave this one its share of the webhooks once it writes heartbeats.
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
      await services.gateway.stop();
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
