import { AuthCache } from './auth/cache';
import type { Config } from './config';
import type { Services } from './context';
import type { Database } from './db/database';
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
      jobs.start();
    },
    async stop() {
      hub.close();
      auth.stop();
      await services.models.stop();
      await jobs.stop();
      await recorder.stop();
    },
  };
}
