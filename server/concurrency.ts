interface ConcurrencyOptions {
  /** Jobs of a key that run at a time. The others wait in order. */
  atOnce: number;
  /** Above `max` waiting jobs of a key, a new one fails with `refuse()`. */
  waiting?: { max: number; refuse: () => Error };
}

export function createConcurrencyLimit({ atOnce, waiting }: ConcurrencyOptions) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function inTurn<T>(job: () => Promise<T>, key = ''): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) {
      line.running += 1;
    } else {
      if (waiting && line.waiting.length >= waiting.max) throw waiting.refuse();
      // A finished job passes its turn on, so `running` stays.
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    }

    try {
      return await job();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}
