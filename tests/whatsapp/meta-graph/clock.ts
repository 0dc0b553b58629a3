/** Timers on a clock that can be set forward: what falls due by that runs at once, in order. */
export class Clock {
  private offsetMs = 0;
  private nextId = 0;
  private readonly due = new Map<number, { at: number; run: () => void; timer: Timer }>();

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  after(ms: number, run: () => void): void {
    const id = (this.nextId += 1);
    const at = this.now() + ms;
    this.due.set(id, { at, run, timer: setTimeout(() => this.fire(id), ms) });
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
    const passed = [...this.due].filter(([, { at }]) => at <= this.now()).toSorted(([, a], [, b]) => a.at - b.at);
    for (const [id] of passed) this.fire(id);
    for (const [id, entry] of this.due) {
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => this.fire(id), Math.max(0, entry.at - this.now()));
    }
  }

  reset(): void {
    for (const { timer } of this.due.values()) clearTimeout(timer);
    this.due.clear();
    this.offsetMs = 0;
  }

  private fire(id: number): void {
    const entry = this.due.get(id);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    this.due.delete(id);
    entry.run();
  }
}
