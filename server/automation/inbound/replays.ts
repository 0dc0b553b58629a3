import { asc, eq } from 'drizzle-orm';

import { inboundRequests } from '../../db/schema';
import { scoped } from '../../db/scoped';
import { waitingWorkspaces } from '../../db/unscoped/au-inbound-work';
import { repeat } from '../../schedule';
import type { ReceiveParts } from './receive';
import { replay } from './replay';

/** What other processes queue comes to light by looking again this often. */
const LOOK_EVERY_MS = 2000;
const ROWS = 50;
/** Workspaces whose replays run at the same time. */
const WORKSPACES = 8;

/**
 * Works off replays that wait, those of a workspace one after the other in their order. The row that waits is settled in
 * the transaction of its effects, so a crash neither loses nor repeats one.
 */
export function createReplays(parts: ReceiveParts) {
  const { store, log } = parts.services;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let looking: ReturnType<typeof repeat> | undefined;
  let isStopped = false;

  async function workOff(workspaceId: string): Promise<void> {
    const db = scoped(store, workspaceId);
    for (;;) {
      const rows = await db.select(inboundRequests, {
        where: eq(inboundRequests.status, 'pending'),
        orderBy: [asc(inboundRequests.id)],
        limit: ROWS,
      });
      for (const row of rows) {
        if (isStopped) return;
        await replay(parts, row);
      }
      if (rows.length < ROWS) return;
    }
  }

  async function run(): Promise<void> {
    isWanted = false;
    const workspaces = await waitingWorkspaces(store, WORKSPACES);
    const results = await Promise.allSettled(workspaces.map(workOff));
    for (const result of results) {
      if (result.status === 'rejected') log.error({ err: result.reason as unknown }, 'replays of a workspace failed');
    }
  }

  function wake(): void {
    isWanted = true;
    if (isStopped || running) return;
    running = run()
      .catch((error: unknown) => log.error({ err: error }, 'replays failed'))
      .finally(() => {
        running = undefined;
        // What was queued meanwhile.
        if (isWanted) wake();
      });
  }

  return {
    wake,
    start(): void {
      looking = repeat({ name: 'inbound replays', everyMs: LOOK_EVERY_MS, firstMs: 0, run: async () => wake() }, log);
    },
    async stop(): Promise<void> {
      isStopped = true;
      await looking?.stop();
      await running;
    },
  };
}
