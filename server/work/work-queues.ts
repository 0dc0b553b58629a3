import type { Database } from '../db/database';
import type { Log } from '../log';
import { createWorkMetrics, type MetricFactory } from './metrics';
import { createNode, type Node } from './node';
import { createQueue } from './queue';
import { endLeases, ownersOf } from './system/leases';
import type { LeaseTable, QueueDeps, QueueOptions, RowQueue, Watch, WorkQueue } from './types';

export interface WorkQueues {
  readonly node: Node;
  /** Replaces a queue of the same name. The queue runs between its own `start` and `stop`. */
  add<Row>(options: QueueOptions<Row>): RowQueue;
  /** Registers a queue with its own claim loop, for shared leases, metrics and steps. */
  join(queue: WorkQueue, leases: LeaseTable): void;
  readonly deps: QueueDeps;
  leases(): LeaseTable[];
  all(): Iterable<WorkQueue>;
  changed(): void;
  /** For fault tests: each step waits for `seen`. */
  watch(seen: Watch): void;
}

interface WorkQueuesOptions {
  database: Database;
  log: Log;
  now: () => Date;
  metrics: MetricFactory;
}

const unwatched: Watch = () => {};

export function createWorkQueues({ database, log, now, metrics: factory }: WorkQueuesOptions): WorkQueues {
  const queues = new Map<string, WorkQueue>();
  const leases = new Map<string, LeaseTable>();
  const metrics = createWorkMetrics(factory, log, () => queues.values());
  const seen = { step: unwatched };

  const changed = (): void => {
    for (const queue of queues.values()) queue.changed();
  };
  const node = createNode(database, log, {
    now: () => now().getTime(),
    owners: () => ownersOf(database, [...leases.values()]),
    endLeases: (owner) => endLeases(database, [...leases.values()], owner),
    changed,
  });

  const deps: QueueDeps = {
    log,
    now,
    metrics,
    owner: node.id,
    processes: () => node.processes(),
    watch: (...step) => seen.step(...step),
  };

  return {
    node,
    deps,
    add(options) {
      if (options.leases) leases.set(options.leases.table, options.leases);
      const queue = createQueue(deps, options);
      queues.set(options.name, queue);
      return queue;
    },
    leases: () => [...leases.values()],
    join(queue, table) {
      leases.set(table.table, table);
      queues.set(queue.name, queue);
    },
    all: () => queues.values(),
    changed,
    watch: (watch) => void (seen.step = watch),
  };
}
