import type { ScopedDb } from '../../../db/scoped';
import type { WorkQueues } from '../../../work/work-queues';
import { type Consumer, type ConsumerOptions, createConsumer } from '../../consumer';
import type { Templates } from '../../templates/types';
import { createRunQueue } from './executor';
import { setsOff, takeEvents, takeEventSingly } from './intake';
import { createRuleMetrics, type RuleMetrics } from './metrics';
import { createScheduleQueue } from './schedules';
import type { RuleServices } from './types';

/** Name of the cursors of rules. */
export const RULES_CONSUMER = 'rules';

/** Rules: what sets them off, and their runs. */
export interface Rules {
  metrics: RuleMetrics;
  /** Lets events of the workspace of a transaction set rules off from now on. */
  listen(tx: ScopedDb): Promise<void>;
  /** Says, after the commit, that runs of a workspace may be due. Harmless when none is. */
  wake(workspaceId: string): void;
  start(): void;
  /** Begins nothing any more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when no event, schedule or run is due, for tests. */
  idle(): Promise<void>;
}

export interface RulesOptions {
  services: RuleServices;
  templates: () => Templates;
  queues: WorkQueues;
}

export function createRules({ services, templates, queues }: RulesOptions): Rules {
  const metrics = createRuleMetrics(services);
  const runs = createRunQueue({ services, templates, metrics, queues });
  const schedules = createScheduleQueue({ services, queues, wake: (workspaceId) => runs.wake(workspaceId) });
  let consumer: Consumer | undefined;

  const take: ConsumerOptions['take'] = (workspaceId, events) => {
    const parts = { templates: templates(), metrics, wake: () => runs.wake(workspaceId) };
    return takeEvents(services(), parts, workspaceId, events);
  };

  const refused: ConsumerOptions['refused'] = (workspaceId, event) => {
    const parts = { templates: templates(), metrics, wake: () => runs.wake(workspaceId) };
    return takeEventSingly(services(), parts, workspaceId, [event]);
  };

  return {
    metrics,
    async listen(tx) {
      await consumer?.join(tx);
      tx.store.afterCommit(() => schedules.wake(tx.workspaceId));
    },
    wake: (workspaceId) => runs.wake(workspaceId),
    start() {
      metrics.start();
      runs.start();
      consumer = createConsumer(services(), { name: RULES_CONSUMER, wants: setsOff, take, refused });
      consumer.start();
      schedules.start();
    },
    async stop() {
      await schedules.stop();
      await consumer?.stop();
      await runs.stop();
    },
    async idle() {
      await schedules.idle();
      await consumer?.idle();
      await runs.idle();
      // What runs wrote may set others off.
      await consumer?.idle();
      await runs.idle();
    },
  };
}
