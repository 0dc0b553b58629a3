/** A binary heap, which skips replaced entries when they become due. */
export function createTimers() {
  const heap: { at: number; key: number }[] = [];
  const set = new Map<number, number>();

  const rise = (index: number): void => {
    for (let at = index; at > 0;) {
      const above = (at - 1) >> 1;
      const [child, parent] = [heap[at], heap[above]];
      if (!child || !parent || parent.at <= child.at) return;
      heap[at] = parent;
      heap[above] = child;
      at = above;
    }
  };

  const sink = (): void => {
    for (let at = 0; ;) {
      let smallest = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if ((heap[child]?.at ?? Infinity) < (heap[smallest]?.at ?? Infinity)) smallest = child;
      }
      const [one, other] = [heap[at], heap[smallest]];
      if (smallest === at || !one || !other) return;
      heap[at] = other;
      heap[smallest] = one;
      at = smallest;
    }
  };

  const pop = (): void => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    sink();
  };

  return {
    set(key: number, at: number): void {
      if (set.get(key) === at) return;
      set.set(key, at);
      heap.push({ at, key });
      rise(heap.length - 1);
    },
    get: (key: number): number | undefined => set.get(key),

    next(): number | undefined {
      for (let top = heap[0]; top !== undefined; top = heap[0]) {
        if (set.get(top.key) === top.at) return top.at;
        pop();
      }
      return undefined;
    },

    due(now: number): number[] {
      const keys: number[] = [];
      for (let at = this.next(); at !== undefined && at <= now; at = this.next()) {
        const key = heap[0]?.key ?? 0;
        keys.push(key);
        set.delete(key);
        pop();
      }
      return keys;
    },
  };
}
