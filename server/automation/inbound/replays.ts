import { asc, eq } from 'drizzle-orm';

import { backgroundRunner } from '../../db/background';
import { scoped } from '../../db/scoped';
import { nextTurn, repeat } from '../../schedule';
import { inboundRequests } from '../schema/inbound';
import { waitingWorkspaces } from '../system/inbound';
import type { ReceiveParts } from './receive';
import { replay } from './replay';

/** What other processes queue comes to light by looking again this often. */
const LOOK_EVERY_MS = 2000;
const ROWS = 50;
/** Workspaces whose replays run at the same time. */
const WORKSPACES = 8;
/** Workspaces of one look. */
const LOOKED_AT = 500;
/** After so long it is the turn of another workspace. */
const TURN_MS = 1000;

/**
 * Works off replays that wait, those of a workspace one after the other in their order, and workspaces in turns: none
 * waits for the many, or the slow, of another. The row that waits is settled in the transaction of its effects, so a
 * crash neither loses nor repeats one.
 */
export function createReplays(parts: ReceiveParts) {
  const { store, log } = parts.services;
  const outside = backgroundRunner();
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let looking: ReturnType<typeof repeat> | undefined;
  let isStopped = false;

  function pump(): void {
    for (const workspaceId of ready) {
      if (isStopped || running.size >= WORKSPACES) return;
      if (running.has(workspaceId)) continue;
      ready.delete(workspaceId);
      const turn = workOff(workspaceId).finally(() => {
        running.delete(workspaceId);
        pump();
      });
      running.set(workspaceId, turn);
    }
  }

  async function workOff(workspaceId: string): Promise<void> {
    try {
      if (await takeTurn(workspaceId)) ready.add(workspaceId);
    } catch (error) {
      // The next look tries again.
      log.error({ err: error, workspace: workspaceId }, 'replays of a workspace failed');
    }
    await nextTurn();
  }

  /** True where more may wait. */
  async function takeTurn(workspaceId: string): Promise<boolean> {
    const end = performance.now() + TURN_MS;
    const rows = await scoped(store, workspaceId).select(inboundRequests, {
      where: eq(inboundRequests.status, 'pending'),
      orderBy: [asc(inboundRequests.id)],
      limit: ROWS,
    });
    for (const row of rows) {
      if (isStopped) return false;
      if (performance.now() > end) return true;
      await replay(parts, row);
    }
    return rows.length === ROWS;
  }

  async function look(): Promise<void> {
    for (const workspaceId of await waitingWorkspaces(store, LOOKED_AT)) ready.add(workspaceId);
    pump();
  }

  return {
    wake(): void {
      if (isStopped) return;
      outside(() => {
        void look().catch((error: unknown) => log.error({ err: error }, 'replays could not be looked for'));
      });
    },
    start(): void {
      looking = repeat({ name: 'inbound replays', everyMs: LOOK_EVERY_MS, firstMs: 0, run: look }, log);
    },
    async stop(): Promise<void> {
      isStopped = true;
      ready.clear();
      await looking?.stop();
      await Promise.all(running.values());
    },
  };
}
