export interface Seats {
  /** Takes all or none; each process has its share of `max`. Returns the release function. */
  take(seats: readonly { id: string; max: number }[]): (() => void) | undefined;
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
      if (seats.some(({ id, max }) => (counts.get(id) ?? 0) >= Math.ceil(max / processes()))) return undefined;
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
