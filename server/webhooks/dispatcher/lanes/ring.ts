const QUANTUM = 16;

interface Group {
  queue: number[];
  size: number;
  deficit: number;
}

/** Deficit round robin by workspace, then by webhook. New work precedes backlogs within the workspace's quota. */
export function createRing() {
  const groups = new Map<string, Group>();
  const fresh: { workspaceId: string; webhookNo: number }[] = [];
  const queued = new Set<number>();

  const removeFrom = (workspaceId: string, group: Group, webhookNo: number) => {
    queued.delete(webhookNo);
    group.size -= 1;
    return { workspaceId, webhookNo, quota: Math.max(1, group.deficit) };
  };

  return {
    get size(): number {
      return queued.size;
    },
    hasOthers: (workspaceId: string): boolean => queued.size > (groups.get(workspaceId)?.size ?? 0),

    add(workspaceId: string, webhookNo: number, isFresh = false): void {
      if (queued.has(webhookNo)) return;
      queued.add(webhookNo);
      let group = groups.get(workspaceId);
      if (group === undefined) groups.set(workspaceId, (group = { queue: [], size: 0, deficit: QUANTUM }));
      group.size += 1;
      if (isFresh && group.deficit > 0) fresh.push({ workspaceId, webhookNo });
      else group.queue.push(webhookNo);
    },

    /** Removes the webhook; `quota` is what its workspace may still start in this round. */
    next(): { workspaceId: string; webhookNo: number; quota: number } | undefined {
      const next = fresh.shift();
      const own = next && groups.get(next.workspaceId);
      if (next && own) return removeFrom(next.workspaceId, own, next.webhookNo);

      for (const [workspaceId, group] of groups) {
        groups.delete(workspaceId);
        const webhookNo = group.queue.shift();
        if (webhookNo === undefined) continue;
        if (group.deficit <= 0) group.deficit = Math.min(QUANTUM, group.deficit + QUANTUM);
        // An empty workspace stays for one round, so that it does not get a new quota by leaving.
        groups.set(workspaceId, group);
        return removeFrom(workspaceId, group, webhookNo);
      }
      return undefined;
    },

    /** A negative count is a refund. */
    charge(workspaceId: string, count: number): void {
      const group = groups.get(workspaceId);
      if (group) group.deficit = Math.min(QUANTUM, group.deficit - count);
    },
  };
}
