import type { Log } from '../../../log';
import type { DriverEvent } from '../driver-events';

interface FeedRow {
  seq: number;
  events: DriverEvent[];
}

interface FeedOptions {
  log: Log;
  apply: (instanceId: string, events: DriverEvent[]) => Promise<void>;
  applied: (instanceId: string, seq: number) => void;
}

interface EventFeed {
  add(instanceId: string, seq: number, events: DriverEvent[]): void;
  stop(): void;
}

const MAX_EVENTS = 100;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Retries the events of each instance in order until they are applied, and then acknowledges them. */
export function createEventFeed({ log, apply, applied }: FeedOptions): EventFeed {
  const queues = new Map<string, FeedRow[]>();
  const lastApplied = new Map<string, number>();
  const state = { isStopped: false };

  async function run(instanceId: string, rows: FeedRow[]): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (rows.length > 0 && !state.isStopped) {
      const batch = firstRows(rows);
      try {
        await apply(
          instanceId,
          batch.flatMap(({ events }) => events),
        );
      } catch (error) {
        log.error({ err: error, instance: instanceId, pause }, 'whatsapp web events not applied, retrying');
        await Bun.sleep(pause);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        continue;
      }
      pause = FIRST_PAUSE_MS;
      rows.splice(0, batch.length);
      for (const { seq } of batch) {
        lastApplied.set(instanceId, seq);
        applied(instanceId, seq);
      }
    }
    queues.delete(instanceId);
  }

  return {
    add(instanceId, seq, events) {
      if (state.isStopped) return;
      // A restarted worker sends again what was not acknowledged.
      if (seq <= (lastApplied.get(instanceId) ?? 0)) return applied(instanceId, seq);
      const rows = queues.get(instanceId);
      if (rows === undefined) {
        const made = [{ seq, events }];
        queues.set(instanceId, made);
        void run(instanceId, made);
      } else if ((rows.at(-1)?.seq ?? 0) < seq) {
        rows.push({ seq, events });
      }
    },
    stop() {
      state.isStopped = true;
    },
  };
}

/** At least one row, and more while they have few events together. */
function firstRows(rows: readonly FeedRow[]): FeedRow[] {
  let count = 0;
  const end = rows.findIndex(({ events }, at) => (count += events.length) > MAX_EVENTS && at > 0);
  return rows.slice(0, end === -1 ? rows.length : end);
}
