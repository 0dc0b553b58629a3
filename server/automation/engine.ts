import type { Database } from '../db/database';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import type { WorkQueues } from '../work/work-queues';
import { type Channel } from './channels/channel';
import { createChannels } from './channels/index';
import type { AutomationServices } from './context';
import type { Automation } from './engine-types';
import { createInbound } from './inbound/inbound';
import { createPublisher } from './publisher/publisher';
import { createRules } from './rules/engine/rules';
import { createTemplates } from './templates/templates';

interface AutomationOptions {
  services: () => AutomationServices;
  database: Database;
  log: Log;
  metrics: Metrics;
  queues: WorkQueues;
  /** For tests. */
  channels?: readonly Channel[];
}

export function createAutomation({
  services,
  database,
  log,
  metrics,
  queues,
  channels: all,
}: AutomationOptions): Automation {
  const channels = createChannels(all);
  const templates = createTemplates({ log, metrics });
  const publisher = createPublisher({ services, database, channels, queues });

  const rules = createRules({ services, templates: () => templates, queues });

  const inbound = createInbound({ services, metrics, queues });

  return {
    channels,
    templates,
    publisher,
    rules,
    inbound,

    async start() {
      publisher.start();
      rules.start();
      inbound.start();
    },
    async stop() {
      await inbound.stop();
      await rules.stop();
      await publisher.stop();
      templates.stop();
    },
  };
}
