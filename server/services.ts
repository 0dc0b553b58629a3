import { AuthCache } from './auth/cache';
import type { Config } from './config';
import type { Services } from './context';
import type { Database } from './db/database';
import { createRecorder } from './features/usage/record';
import { createLimits } from './limits/limits';
import type { Log } from './log';
import { createMetrics } from './metrics';
import { loadSecretKey } from './secrets/seal';

/** Services with what they need to start and stop together. */
export interface RunningServices extends Services {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds every part that lives as long as the process. Nothing runs before `start`. */
export function createServices(config: Config, database: Database, log: Log): RunningServices {
  const now = () => new Date();
  const auth = new AuthCache(database, log);
  const recorder = createRecorder({ store: database, log, now });

  return {
    config,
    store: database,
    log,
    now,
    auth,
    limits: createLimits(),
    metrics: createMetrics(),
    recorder,
    secretKey: loadSecretKey({ value: config.secretKey, file: config.secretKeyFile }),
    async start() {
      await auth.start();
      recorder.start();
    },
    async stop() {
      auth.stop();
      await recorder.stop();
    },
  };
}
