interface TurnOrder {
  readonly size: number;
  add(lane: string): void;
  has(lane: string): boolean;
  delete(lane: string): void;
  clear(): void;
  next(mayRun: (lane: string) => boolean): string | undefined;
}

export function createTurnOrder(groupOf: (lane: string) => string): TurnOrder {
  const groups = new Map<string, Set<string>>();
  let size = 0;

  function remove(group: string, lanes: Set<string>, lane: string): void {
    if (!lanes.delete(lane)) return;
    size -= 1;
    if (lanes.size === 0) groups.delete(group);
  }

  return {
    get size() {
      return size;
    },
    add(lane) {
      const group = groupOf(lane);
      const lanes = groups.get(group) ?? new Set();
      if (lanes.has(lane)) return;
      groups.set(group, lanes.add(lane));
      size += 1;
    },
    has: (lane) => groups.get(groupOf(lane))?.has(lane) ?? false,
    delete(lane) {
      const group = groupOf(lane);
      const lanes = groups.get(group);
      if (lanes) remove(group, lanes, lane);
    },
    clear() {
      groups.clear();
      size = 0;
    },
    next(mayRun) {
      for (const [group, lanes] of groups) {
        for (const lane of lanes) {
          if (!mayRun(lane)) continue;
          remove(group, lanes, lane);
          if (groups.delete(group)) groups.set(group, lanes);
          return lane;
        }
      }
      return undefined;
    },
  };
}
