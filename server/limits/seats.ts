export interface Seats {
  /** Takes one seat of each, or none; each process has its share of `most`. Returns the release function. */
  take(seats: readonly { id: string; most: number }[]): (() => void) | undefined;
  readonly taken: number;
}

export function createSeats(processes: () => number = () => 1): Seats {
  const counts = new Map<string, number>();
  let taken = 0;
  const change = (id: string, by: number): void => {
    const count = (counts.get(id) ?? 0) + by;
    if (count > 0) counts.set(id, count);
    else counts.delete(id);
  };
  return {
    get taken() {
      return taken;
    },
    take(seats) {
      if (seats.some(({ id, most }) => (counts.get(id) ?? 0) >= Math.ceil(most / processes()))) return undefined;
      for (const { id } of seats) change(id, 1);
      taken += 1;
      let isOut = false;
      return () => {
        if (isOut) return;
        isOut = true;
        taken -= 1;
        for (const { id } of seats) change(id, -1);
      };
    },
  };
}
