/** Waiting jobs in one line per workspace. */
interface Lines<T> {
  add(workspaceId: string, item: T): boolean;
  /** The next job of the next workspace, whose other jobs wait until `done`. */
  next(): { workspaceId: string; item: T } | undefined;
  done(workspaceId: string): void;
  turns(): number;
  drain(): T[];
}

/** Workspaces take turns, one job each at a time. */
export function createLines<T>(maxWaiting: number): Lines<T> {
  const waiting = new Map<string, T[]>();
  /** Workspaces with waiting and without running jobs, in order. */
  const turns = new Set<string>();
  const running = new Set<string>();

  return {
    add(workspaceId, item) {
      const line = waiting.get(workspaceId) ?? [];
      if (line.length >= maxWaiting) return false;
      line.push(item);
      waiting.set(workspaceId, line);
      if (!running.has(workspaceId)) turns.add(workspaceId);
      return true;
    },
    next() {
      const [workspaceId] = turns;
      const line = workspaceId === undefined ? undefined : waiting.get(workspaceId);
      const item = line?.shift();
      if (workspaceId === undefined || line === undefined || item === undefined) return undefined;
      turns.delete(workspaceId);
      running.add(workspaceId);
      if (line.length === 0) waiting.delete(workspaceId);
      return { workspaceId, item };
    },
    done(workspaceId) {
      running.delete(workspaceId);
      if (waiting.has(workspaceId)) turns.add(workspaceId);
    },
    turns: () => turns.size,
    drain() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      turns.clear();
      return all;
    },
  };
}
