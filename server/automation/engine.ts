import type { Database } from '../db/database';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import type { WorkQueues } from '../work/work-queues';
import { type Channel } from './channels/channel';
import { type Channels, createChannels } from './channels/index';
import type { AutomationServices } from './context';
import { createInbound, type Inbound } from './inbound/inbound';
import { createPublisher, type Publisher } from './publisher/publisher';
import { createRules, type Rules } from './rules/engine/rules';
import { createTemplates } from './templates/templates';
import type { Templates } from './templates/types';

/** The engine of automation: templates, publisher and rules, as long as the process lives. */
export interface Automation {
  channels: Channels;
  templates: Templates;
  publisher: Publisher;
  rules: Rules;
  /** Calls of inbound endpoints. */
  inbound: Inbound;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AutomationOptions {
  /** What effects run with; asked for when something is done, never before `start`. */
  services: () => AutomationServices;
  database: Database;
  log: Log;
  metrics: Metrics;
  queues: WorkQueues;
  /** In place of those that this server has. */
  channels?: readonly Channel[];
}

/** Builds every part. Nothing runs before `start`. */
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
