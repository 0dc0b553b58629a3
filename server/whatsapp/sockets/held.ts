import { monotonic } from '../../clock';
import type { Holding } from '../system/sockets';
import type { InstanceRow } from '../work-types';

export interface HeldSocket extends Holding, Pick<InstanceRow, 'driver' | 'generation'> {
  /** Monotonic milliseconds until another process may get the lease. */
  until: number;
}

/** Sockets are closed `marginMs` before their lease ends. */
export function createHeldSockets({ leaseMs, marginMs }: { leaseMs: number; marginMs: number }) {
  const held = new Map<string, HeldSocket>();
  return {
    get: (id: string): HeldSocket | undefined => held.get(id),
    all: (): HeldSocket[] => [...held.values()],
    ids: (): string[] => [...held.keys()],
    has: (id: string): boolean => held.has(id),
    /** `leftMs` is the rest of the lease, which began with the claim. */
    add(holding: Holding, { driver, generation }: Pick<InstanceRow, 'driver' | 'generation'>, leftMs: number): void {
      held.set(holding.id, { ...holding, driver, generation, until: monotonic() + leftMs - marginMs });
    },
    remove: (id: string): void => void held.delete(id),
    clear: (): void => held.clear(),
    /** `began` is the monotonic time before the lease was extended. */
    extend(id: string, began: number): void {
      const socket = held.get(id);
      if (socket !== undefined) socket.until = began + leaseMs - marginMs;
    },
    expired: (): HeldSocket[] => [...held.values()].filter(({ until }) => until <= monotonic()),
  };
}
export type HeldSockets = ReturnType<typeof createHeldSockets>;
