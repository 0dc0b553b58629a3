/** Requests that a workspace may start each time its turn comes. */
const QUANTUM = 16;

interface Group {
  queue: number[];
  deficit: number;
}

/**
 * Webhooks that could send now, in deficit round robin: by workspace first, then by webhook. A workspace with many
 * webhooks or large caps gets no more than one with few.
 */
export function createRing() {
  const groups = new Map<string, Group>();
  const inside = new Map<number, string>();

  return {
    get size(): number {
      return inside.size;
    },
    /** Whether another workspace has work. */
    hasOthers: (workspaceId: string): boolean => groups.size > (groups.has(workspaceId) ? 1 : 0),

    add(workspaceId: string, webhookNo: number): void {
      if (inside.has(webhookNo)) return;
      inside.set(webhookNo, workspaceId);
      const group = groups.get(workspaceId);
      if (group) group.queue.push(webhookNo);
      else groups.set(workspaceId, { queue: [webhookNo], deficit: 0 });
    },

    /** Takes out the webhook whose turn it is; `quota` is what its workspace may still start in this round. */
    take(): { workspaceId: string; webhookNo: number; quota: number } | undefined {
      for (const [workspaceId, group] of groups) {
        const webhookNo = group.queue.shift();
        if (webhookNo === undefined) {
          groups.delete(workspaceId);
          continue;
        }
        inside.delete(webhookNo);
        if (group.deficit <= 0) group.deficit = Math.min(QUANTUM, group.deficit + QUANTUM);
        const quota = Math.max(1, group.deficit);
        // To the end of the line: the others come first.
        groups.delete(workspaceId);
        if (group.queue.length > 0) groups.set(workspaceId, group);
        return { workspaceId, webhookNo, quota };
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
