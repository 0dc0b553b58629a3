import type { WorkQueues } from '../../../work/work-queues';
import { type Consumer, type ConsumerOptions, createConsumer } from '../../consumer';
import type { Rules } from '../../engine-types';
import type { Templates } from '../../templates/types';
import { createRunQueue } from './executor';
import { setsOff, startRuns, startRunsOfEvent } from './intake';
import { createRuleMetrics } from './metrics';
import { createScheduleQueue } from './schedules';
import type { RuleServices } from './types';

const RULES_CONSUMER = 'rules';

interface RulesOptions {
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
    return startRuns(services(), parts, workspaceId, events);
  };

  const refused: ConsumerOptions['refused'] = (workspaceId, event) => {
    const parts = { templates: templates(), metrics, wake: () => runs.wake(workspaceId) };
    return startRunsOfEvent(services(), parts, workspaceId, [event]);
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
