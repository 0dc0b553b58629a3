import { readFileSync } from 'node:fs';

const RESERVED_FILES = 512;

/** At most `wanted`, and what the file limit of the operating system leaves. */
export function socketLimit(wanted: number): number {
  try {
    const files = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return files === undefined ? wanted : Math.max(1, Math.min(wanted, Number(files) - RESERVED_FILES));
  } catch {
    return wanted;
  }
}

export interface Slot {
  workspaceId: string;
  startedAt: number;
  isFast: boolean;
  isReleased: boolean;
}

interface SlotOptions {
  fast: number;
  total: number;
}

/** Older requests leave their fast slots, so that hanging receivers do not use slots that others need. */
export const FAST_MS = 300;
/** Maximum share of a workspace while others have work. */
const WORKSPACE_SHARE = 0.25;

/** Two budgets for the whole process: few fast slots, many sockets. */
export function createSlots({ fast, total }: SlotOptions) {
  const ordered: Slot[] = [];
  const byWorkspace = new Map<string, number>();
  const used = { fast: 0, all: 0 };
  const perWorkspace = Math.max(1, Math.floor(total * WORKSPACE_SHARE));

  const releaseFast = (slot: Slot): void => {
    if (!slot.isFast) return;
    slot.isFast = false;
    used.fast -= 1;
  };

  return {
    used,

    free(workspaceId: string, isContended: boolean): number {
      const left = Math.min(fast - used.fast, total - used.all);
      if (!isContended) return Math.max(0, left);
      return Math.max(0, Math.min(left, perWorkspace - (byWorkspace.get(workspaceId) ?? 0)));
    },

    hasFree: (): boolean => used.fast < fast && used.all < total,

    acquire(workspaceId: string, now: number): Slot {
      const slot: Slot = { workspaceId, startedAt: now, isFast: true, isReleased: false };
      used.fast += 1;
      used.all += 1;
      byWorkspace.set(workspaceId, (byWorkspace.get(workspaceId) ?? 0) + 1);
      ordered.push(slot);
      return slot;
    },

    release(slot: Slot): void {
      if (slot.isReleased) return;
      slot.isReleased = true;
      releaseFast(slot);
      used.all -= 1;
      const left = (byWorkspace.get(slot.workspaceId) ?? 1) - 1;
      if (left > 0) byWorkspace.set(slot.workspaceId, left);
      else byWorkspace.delete(slot.workspaceId);
    },

    /** Frees the fast slots of slow requests. Returns how many. */
    age(now: number): number {
      const before = used.fast;
      let slowed = 0;
      for (const slot of ordered) {
        if (!slot.isReleased && now - slot.startedAt < FAST_MS) break;
        releaseFast(slot);
        slowed += 1;
      }
      ordered.splice(0, slowed);
      return before - used.fast;
    },
  };
}
export type Slots = ReturnType<typeof createSlots>;
