import { AuthCache } from './auth/cache';
import type { Config } from './config';
import type { Services } from './context';
import type { Database } from './db/database';
import { createDispatcher } from './delivery/dispatcher';
import { createWebhookSealer } from './delivery/sealed';
import { createEgress } from './egress/egress';
import { createHub } from './events/hub';
import { createModels } from './features/models/models';
import { createRecorder } from './features/usage/record';
import { createJobs } from './jobs';
import { createLimits } from './limits/limits';
import type { Log } from './log';
import { createMetrics } from './metrics';
import { loadSecretKey } from './secrets/seal';

/** Services with what they need to start and stop together. */
export interface RunningServices extends Services {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const now = (): Date => new Date();

/** Builds every part that lives as long as the process. Nothing runs before `start`. */
export function createServices(config: Config, database: Database, log: Log): RunningServices {
  const auth = new AuthCache(database, log);
  const metrics = createMetrics();
  const hub = createHub();
  const recorder = createRecorder({ store: database, log, metrics, hub, now });
  const secretKey = loadSecretKey({ value: config.secretKey, file: config.secretKeyFile });

  const egress = createEgress(config);

  const services: Services = {
    config,
    store: database,
    log,
    now,
    auth,
    limits: createLimits(),
    metrics,
    recorder,
    hub,
    egress,
    delivery: createDispatcher({ config, database, log, now, hub, metrics, egress, secretKey }),
    webhookSealer: createWebhookSealer(secretKey),
    models: createModels({ config, store: database, log, auth, now, secretKey }),
    secretKey,
  };
  const jobs = createJobs(services);

  return {
    ...services,
    async start() {
      await auth.start();
      recorder.start();
      await services.models.start();
      await services.delivery.start();
      jobs.start();
    },
    async stop() {
      hub.close();
      await services.delivery.stop();
      auth.stop();
      await services.models.stop();
      await jobs.stop();
      await recorder.stop();
    },
  };
}
