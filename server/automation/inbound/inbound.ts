import type { Metrics } from '../../metrics';
import type { WorkQueues } from '../../work/work-queues';
import type { AutomationServices } from '../context';
import type { Inbound } from '../engine-types';
import { createCounters } from './counters';
import { createInboundMetrics } from './metrics';
import { receive } from './receive';
import { createReplays } from './replay';

interface InboundOptions {
  services: () => AutomationServices;
  metrics: Metrics;
  queues: WorkQueues;
}

export function createInbound({ services, metrics, queues }: InboundOptions): Inbound {
  const inboundMetrics = createInboundMetrics(metrics);
  const deps = lazily(() => {
    const all = services();
    return { services: all, metrics: inboundMetrics, counters: createCounters(all) };
  });
  const replays = createReplays(deps, queues);

  return {
    receive: (call) => receive(deps(), call),
    wakeReplays: (workspaceId) => replays.wake(workspaceId),
    flush: () => deps().counters.flush(),
    start() {
      deps().counters.start();
      replays.start();
    },
    async stop() {
      await replays.stop();
      await deps().counters.stop();
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
