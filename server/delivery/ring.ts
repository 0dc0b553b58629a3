/** Requests that a workspace may start each time its turn comes. */
const QUANTUM = 16;

interface Group {
  queue: number[];
  deficit: number;
}

/**
 * Webhooks that could send now, in deficit round robin: by workspace first, then by webhook. A workspace with many
 * webhooks or large caps gets no more than one with few, and one that had no work does not wait for the others’ backlog.
 */
export function createRing() {
  const groups = new Map<string, Group>();
  /** Workspaces that had no work: they come first once, so that a backlog of others does not hold them up. */
  const fresh = new Map<string, Group>();
  const inside = new Map<number, string>();

  return {
    get size(): number {
      return inside.size;
    },
    /** Whether another workspace has work. */
    hasOthers: (workspaceId: string): boolean =>
      inside.size > ((fresh.get(workspaceId) ?? groups.get(workspaceId))?.queue.length ?? 0),

    add(workspaceId: string, webhookNo: number): void {
      if (inside.has(webhookNo)) return;
      inside.set(webhookNo, workspaceId);
      const group = fresh.get(workspaceId) ?? groups.get(workspaceId);
      if (group) group.queue.push(webhookNo);
      else fresh.set(workspaceId, { queue: [webhookNo], deficit: 0 });
    },

    /** Takes out the webhook whose turn it is; `quota` is what its workspace may still start in this round. */
    take(): { workspaceId: string; webhookNo: number; quota: number } | undefined {
      for (const line of [fresh, groups]) {
        for (const [workspaceId, group] of line) {
          line.delete(workspaceId);
          const webhookNo = group.queue.shift();
          if (webhookNo === undefined) continue;
          inside.delete(webhookNo);
          if (group.deficit <= 0) group.deficit = Math.min(QUANTUM, group.deficit + QUANTUM);
          const quota = Math.max(1, group.deficit);
          // To the end of the line: the others come first. Without work it stays for a round, or it would be fresh again.
          groups.set(workspaceId, group);
          return { workspaceId, webhookNo, quota };
        }
      }
      return undefined;
    },

    /** Charges a workspace with what it started. */
    charge(workspaceId: string, count: number): void {
      const group = groups.get(workspaceId);
      if (group) group.deficit -= count;
    },
  };
}
export type Ring = ReturnType<typeof createRing>;
