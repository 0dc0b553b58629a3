import type { ScopedDb } from '../../../db/scoped';
import { repeat, type Repetition } from '../../../schedule';
import { type Consumer, type ConsumerOptions, createConsumer } from '../../consumer';
import type { Templates } from '../../templates/types';
import { createExecutor } from './executor';
import { setsOff, takeEvents, takeEventSingly } from './intake';
import { createRuleMetrics, type RuleMetrics } from './metrics';
import { runSchedules } from './schedules';
import type { RuleServices } from './types';

/** Name of the cursors of rules. */
export const RULES_CONSUMER = 'rules';
const TICK_MS = 1000;

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
  /** This process, as it stands on leases. */
  me: string;
}

export function createRules({ services, templates, me }: RulesOptions): Rules {
  const metrics = createRuleMetrics(services);
  const executor = createExecutor({ services, templates, metrics, owner: me });
  let consumer: Consumer | undefined;
  let ticks: Repetition | undefined;

  const take: ConsumerOptions['take'] = (workspaceId, events) => {
    const parts = { templates: templates(), metrics, wake: () => executor.wake(workspaceId) };
    return takeEvents(services(), parts, workspaceId, events);
  };

  const refused: ConsumerOptions['refused'] = (workspaceId, event) => {
    const parts = { templates: templates(), metrics, wake: () => executor.wake(workspaceId) };
    return takeEventSingly(services(), parts, workspaceId, [event]);
  };

  async function tick(): Promise<void> {
    for (let isFull = true; isFull;) {
      const done = await runSchedules(services());
      for (const workspaceId of done.workspaceIds) executor.wake(workspaceId);
      isFull = done.isFull;
    }
  }

  return {
    metrics,
    listen: async (tx) => consumer?.join(tx),
    wake: executor.wake,
    start() {
      metrics.start();
      executor.start();
      consumer = createConsumer(services(), { name: RULES_CONSUMER, wants: setsOff, take, refused });
      consumer.start();
      const task = { name: 'schedules of rules', everyMs: TICK_MS, jitter: 0.1, run: tick };
      ticks = repeat(task, services().log);
    },
    async stop() {
      await ticks?.stop();
      await consumer?.stop();
      await executor.stop();
    },
    async idle() {
      await tick();
      await consumer?.idle();
      await executor.idle();
      // What runs wrote may set others off.
      await consumer?.idle();
      await executor.idle();
    },
  };
}
