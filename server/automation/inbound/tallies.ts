import type { InboundStatus } from '../../../shared/automation/inbound-request';
import { repeat } from '../../schedule';
import type { AutomationServices } from '../context';
import { addHours, type HourCount } from '../queries/inbound';

const FLUSH_MS = 1000;
const HOUR_MS = 3_600_000;
/** Rows an hour that strangers can make an endpoint write. */
const ROWS_OF_STRANGERS = 100;
const MOST_ENDPOINTS = 10_000;

/** Counts calls in memory and writes them in groups; and how much of what is refused may be kept. */
export function createTallies({ store, log, now }: Pick<AutomationServices, 'store' | 'log' | 'now'>) {
  let counts = new Map<string, HourCount>();
  const kept = new Map<string, { hour: number; rows: number }>();
  let flushing: ReturnType<typeof repeat> | undefined;

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const due = [...counts.values()];
    counts = new Map();
    await addHours(store, due);
  }

  return {
    count(endpoint: { id: string; workspaceId: string }, status: InboundStatus): void {
      const at = now();
      const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
      const key = `${endpoint.id} ${hour}`;
      const known = counts.get(key) ?? {
        workspaceId: endpoint.workspaceId,
        endpointId: endpoint.id,
        hour: new Date(hour),
        accepted: 0,
        rejected: 0,
        lastAt: at,
        lastStatus: status,
      };
      const isRefused = status === 'rejected' || status === 'failed';
      counts.set(key, {
        ...known,
        accepted: known.accepted + (isRefused ? 0 : 1),
        rejected: known.rejected + (isRefused ? 1 : 0),
        lastAt: at,
        lastStatus: status,
      });
    },

    /** Whether a refusal that costs its sender nothing may still write a row. */
    mayKeep(endpointId: string): boolean {
      const hour = Math.floor(now().getTime() / HOUR_MS);
      const seen = kept.get(endpointId);
      const rows = seen?.hour === hour ? seen.rows : 0;
      if (rows >= ROWS_OF_STRANGERS) return false;
      if (kept.size >= MOST_ENDPOINTS && !seen) kept.delete(kept.keys().next().value ?? '');
      kept.set(endpointId, { hour, rows: rows + 1 });
      return true;
    },

    flush,
    start(): void {
      flushing = repeat({ name: 'inbound counts', everyMs: FLUSH_MS, run: flush }, log);
    },
    async stop(): Promise<void> {
      await flushing?.stop();
      await flush();
    },
  };
}
export type Tallies = ReturnType<typeof createTallies>;
