import { MINUTE_MS } from '../../../shared/durations';
import { pagesAfter } from '../../db/pages-after';
import { ago } from '../../schedule';
import { type ConnectResult, ProviderRefusal } from '../drivers/driver';
import type { DriverPart } from '../engine-parts';
import type { Connections, InstanceRef } from '../engine-types';
import { stuckInstances } from '../system/connections';
import { workLocked } from '../work';
import type { InstanceRow, Work } from '../work-types';
import { changeConnection, type ConnectionChange, pairingOf } from './connection-state';

const SLICE = 64;
/** A live process finishes connecting long before this time. */
const STUCK_MS = MINUTE_MS;

interface ConnectionsOptions extends DriverPart {
  connected: (instance: InstanceRow) => void;
}

const begin = (work: Work) => changeConnection(work, { status: 'connecting', reason: null, begins: true });

const UNDER_WAY: ReadonlySet<InstanceRow['status']> = new Set(['connecting', 'pairing', 'connected', 'reconnecting']);

export function createConnections(options: ConnectionsOptions) {
  const { work: ctx, database, driver, reveal, report, connected } = options;
  const on = <T>(of: InstanceRef, run: (work: Work) => Promise<T>): Promise<T> => workLocked(ctx, database, of, run);
  const change = (of: InstanceRef, to: ConnectionChange) => on(of, (work) => changeConnection(work, to));

  async function attempt(row: InstanceRow): Promise<void> {
    const outcome = await ask(row);
    const { status, reason } = outcome;
    // Events of the driver report the rest, and may already have done so.
    if (status === 'connecting') return;
    await change(row, { ...outcome, status, reason, generation: row.generation });
    connected(row);
  }

  async function ask(row: InstanceRow): Promise<ConnectResult> {
    const own = driver(row.driver);
    if (own === undefined) return { status: 'failed', reason: 'driver_not_installed' };
    try {
      return await own.connect(reveal(row));
    } catch (error) {
      ctx.log.warn({ err: error, instance: row.id }, 'instance connection failed');
      if (error instanceof ProviderRefusal && error.effects.length > 0) await report(row.id, error.effects);
      return { status: 'disconnected', reason: 'network' };
    }
  }

  async function end(row: InstanceRow, how: 'disconnect' | 'logout'): Promise<void> {
    try {
      await driver(row.driver)?.[how](reveal(row));
    } catch (error) {
      ctx.log.warn({ err: error, instance: row.id }, `${how} at the provider failed`);
    }
  }

  const connections: Connections = {
    async connect(of) {
      const begun = await on(of, async (work) => (UNDER_WAY.has(work.instance.status) ? undefined : begin(work)));
      if (begun !== undefined) await attempt(begun);
    },

    attempt,

    async disconnect(of) {
      const row = await change(of, { status: 'disconnected', reason: 'user_stopped', begins: true });
      if (row !== undefined) await end(row, 'disconnect');
    },

    async restart(of) {
      const begun = await on(of, begin);
      if (begun === undefined) return;
      await end(begun, 'disconnect');
      await attempt(begun);
    },

    async logout(of) {
      const row = await change(of, { status: 'logged_out', reason: null, begins: true });
      if (row !== undefined) await end(row, 'logout');
    },

    pairing: (row) => pairingOf(ctx.secretKey, row),
  };

  return {
    connections,

    /** Takes over from processes that have exited. */
    async resume(): Promise<void> {
      const before = ago(ctx.now, STUCK_MS);
      const read = (after: string) => stuckInstances(database, before, after, SLICE);
      for await (const rows of pagesAfter(SLICE, read, ({ id }) => id)) {
        for (const row of rows) await attempt(row);
      }
    },
  };
}
