/** Requests that a workspace may start each time its turn comes. */
const QUANTUM = 16;

interface Group {
  queue: number[];
  /** Its webhooks in the ring, those in the fast line too. */
  size: number;
  deficit: number;
}

/**
 * Webhooks that could send now, in deficit round robin: by workspace first, then by webhook. A workspace with many
 * webhooks or large caps gets no more than one with few. What has just come goes before every backlog, as long as its
 * workspace has not used up its part of the round: a backlog of others does not hold it up.
 */
export function createRing() {
  const groups = new Map<string, Group>();
  const fresh: { workspaceId: string; webhookNo: number }[] = [];
  const inside = new Set<number>();

  const takeFrom = (workspaceId: string, group: Group, webhookNo: number) => {
    inside.delete(webhookNo);
    group.size -= 1;
    return { workspaceId, webhookNo, quota: Math.max(1, group.deficit) };
  };

  return {
    get size(): number {
      return inside.size;
    },
    /** Whether another workspace has work. */
    hasOthers: (workspaceId: string): boolean => inside.size > (groups.get(workspaceId)?.size ?? 0),

    /** `isFresh`: it had no work until now. */
    add(workspaceId: string, webhookNo: number, isFresh = false): void {
      if (inside.has(webhookNo)) return;
      inside.add(webhookNo);
      let group = groups.get(workspaceId);
      if (group === undefined) groups.set(workspaceId, (group = { queue: [], size: 0, deficit: QUANTUM }));
      group.size += 1;
      if (isFresh && group.deficit > 0) fresh.push({ workspaceId, webhookNo });
      else group.queue.push(webhookNo);
    },

    /** Takes out the webhook whose turn it is; `quota` is what its workspace may still start in this round. */
    take(): { workspaceId: string; webhookNo: number; quota: number } | undefined {
      const next = fresh.shift();
      const own = next && groups.get(next.workspaceId);
      if (next && own) return takeFrom(next.workspaceId, own, next.webhookNo);

      for (const [workspaceId, group] of groups) {
        groups.delete(workspaceId);
        const webhookNo = group.queue.shift();
        if (webhookNo === undefined) continue;
        if (group.deficit <= 0) group.deficit = Math.min(QUANTUM, group.deficit + QUANTUM);
        // To the end of the line: the others come first. Without work it stays for a round, so as not to begin anew.
        groups.set(workspaceId, group);
        return takeFrom(workspaceId, group, webhookNo);
      }
      return undefined;
    },

    /** Charges a workspace with what it may start; a negative count gives back what there was no work for. */
    charge(workspaceId: string, count: number): void {
      const group = groups.get(workspaceId);
      if (group) group.deficit = Math.min(QUANTUM, group.deficit - count);
    },
  };
}
