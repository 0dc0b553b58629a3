import { LRUCache } from 'lru-cache';

import type { InboundStatus } from '../../../shared/automation/inbound-request';
import { HOUR_MS } from '../../../shared/durations';
import { repeat } from '../../schedule';
import type { AutomationServices } from '../context';
import type { HourCount } from '../queries/inbound';
import { addHours } from '../system/inbound';

const FLUSH_MS = 1000;
/** Per hour and endpoint. */
const MAX_UNAUTHENTICATED_ROWS = 100;

/** Counts in memory and writes in groups. */
export function createCounters({ store, log, now }: Pick<AutomationServices, 'store' | 'log' | 'now'>) {
  let counts = new Map<string, HourCount>();
  const kept = new LRUCache<string, { hour: number; rows: number }>({ max: 10_000 });
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

    maySave(endpointId: string): boolean {
      const hour = Math.floor(now().getTime() / HOUR_MS);
      const seen = kept.get(endpointId);
      const rows = seen?.hour === hour ? seen.rows : 0;
      if (rows >= MAX_UNAUTHENTICATED_ROWS) return false;
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
export type InboundCounters = ReturnType<typeof createCounters>;
