/** Things that wait, each in the line of its workspace. */
export interface Lines<T> {
  /** False where too many of the workspace wait already. */
  add(workspaceId: string, item: T): boolean;
  /** The next of the workspace whose turn it is. Its others wait until `done`. */
  next(): { workspaceId: string; item: T } | undefined;
  done(workspaceId: string): void;
  /** Of how many workspaces something could be done now. */
  turns(): number;
  /** Takes all that wait. */
  drain(): T[];
}

/** Workspaces take turns, and have one thing done at a time. */
export function createLines<T>(mostWaiting: number): Lines<T> {
  const waiting = new Map<string, T[]>();
  /** Those that have something waiting and nothing running, the next first. */
  const turns = new Set<string>();
  const running = new Set<string>();

  return {
    add(workspaceId, item) {
      const line = waiting.get(workspaceId) ?? [];
      if (line.length >= mostWaiting) return false;
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
