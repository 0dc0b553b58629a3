import type { Database } from '../db/database';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import { createWorkMetrics } from './metrics';
import { createNode, type Node } from './node';
import { createQueue } from './queue';
import { endLeases, ownersOf } from './system/leases';
import type { LeaseTable, QueueOptions, Watch, WorkQueue } from './types';

/** All queues of this process, which beats for them together. */
export interface WorkQueues {
  readonly node: Node;
  /** Registers a queue, in place of one that has the same name. It runs from its own `start` to its own `stop`. */
  add<Row>(options: QueueOptions<Row>): WorkQueue;
  /** Leases of work that is no queue here end with their process all the same. */
  addLeases(leases: LeaseTable): void;
  leases(): LeaseTable[];
  all(): Iterable<WorkQueue>;
  /** What stood in the way of any work may be gone. */
  changed(): void;
  /** Calls `seen` before each step of each turn, which waits for it: for tests of faults. */
  watch(seen: Watch): void;
}

interface WorkQueuesOptions {
  database: Database;
  log: Log;
  now: () => Date;
  metrics: Pick<Metrics, 'registry'>;
}

const unwatched: Watch = () => {};

export function createWorkQueues({ database, log, now, metrics: { registry } }: WorkQueuesOptions): WorkQueues {
  const queues = new Map<string, WorkQueue>();
  const leases = new Map<string, LeaseTable>();
  const metrics = createWorkMetrics(registry, log, () => queues.values());
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

  return {
    node,
    add(options) {
      if (options.leases) leases.set(options.leases.table, options.leases);
      const deps = { log, now, metrics, owner: node.id, processes: () => node.processes() };
      const queue = createQueue({ ...deps, watch: (...step) => seen.step(...step) }, options);
      queues.set(options.name, queue);
      return queue;
    },
    leases: () => [...leases.values()],
    addLeases: (one) => void leases.set(one.table, one),
    all: () => queues.values(),
    changed,
    watch: (watch) => void (seen.step = watch),
  };
}
