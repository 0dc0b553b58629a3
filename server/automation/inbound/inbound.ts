import type { Services } from '../../context';
import type { Metrics } from '../../metrics';
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
  /** Replays wait: not to wait for the next look. */
  wakeReplays(): void;
  /** Writes what was counted, for tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface InboundOptions {
  /** Asked for when something is done, never before `start`. */
  services: () => Services;
  metrics: Metrics;
}

export function createInbound({ services, metrics }: InboundOptions): Inbound {
  const figures = createInboundMetrics(metrics);
  const parts = lazily(() => {
    const all = services();
    const tallies = createTallies(all);
    return {
      services: all,
      metrics: figures,
      tallies,
      replays: createReplays({ services: all, metrics: figures, tallies }),
    };
  });

  return {
    receive: (call) => receive(parts(), call),
    wakeReplays: () => parts().replays.wake(),
    flush: () => parts().tallies.flush(),
    start() {
      parts().tallies.start();
      parts().replays.start();
    },
    async stop() {
      await parts().replays.stop();
      await parts().tallies.stop();
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
