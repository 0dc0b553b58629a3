import type { Metrics } from '../../metrics';
import type { WorkQueues } from '../../work/work-queues';
import type { AutomationServices } from '../context';
import type { InboundCall } from './call';
import { createInboundMetrics } from './metrics';
import { receive } from './receive';
import { createReplays } from './replays';
import type { InboundReply } from './reply';
import { createTallies } from './tallies';

/** Inbound endpoints as long as the process lives. */
export interface Inbound {
  /** Answers a call of an endpoint’s URL. Throws the refusal that its sender is told. */
  receive(call: InboundCall): Promise<InboundReply>;
  /** Says, after the commit, that replays of a workspace wait. */
  wakeReplays(workspaceId: string): void;
  /** Writes what was counted, for tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface InboundOptions {
  /** Asked for when something is done, never before `start`. */
  services: () => AutomationServices;
  metrics: Metrics;
  queues: WorkQueues;
}

export function createInbound({ services, metrics, queues }: InboundOptions): Inbound {
  const figures = createInboundMetrics(metrics);
  const parts = lazily(() => {
    const all = services();
    return { services: all, metrics: figures, tallies: createTallies(all) };
  });
  const replays = createReplays(parts, queues);

  return {
    receive: (call) => receive(parts(), call),
    wakeReplays: (workspaceId) => replays.wake(workspaceId),
    flush: () => parts().tallies.flush(),
    start() {
      parts().tallies.start();
      replays.start();
    },
    async stop() {
      await replays.stop();
      await parts().tallies.stop();
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
