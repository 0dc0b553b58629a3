/** Preloaded into a process by BUN_OPTIONS: its wall clock is `CLOCK_SHIFT_MS` ahead of everybody else’s. */
const shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const now = Date.now.bind(Date);

Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, args: number[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget) as Date,
});
