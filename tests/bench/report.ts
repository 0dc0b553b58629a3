import { appendFileSync } from 'node:fs';

/** Two figures taken side by side, in turns on one machine. */
export interface Ratio {
  what: string;
  beside: string;
  ratio: number;
  /** What it is to be. */
  aim?: string;
}

/** Tells a ratio: in a line to who runs the bench alone, and in a file to `run.ts`, which runs them all. */
export function report(ratio: Ratio): void {
  if (!Number.isFinite(ratio.ratio)) throw new Error(`No figure for: ${ratio.what} / ${ratio.beside}.`);
  const aim = ratio.aim === undefined ? '' : `  (aim: ${ratio.aim})`;
  process.stdout.write(`${ratio.what} / ${ratio.beside}: ${ratio.ratio.toFixed(2)}${aim}\n`);
  const file = process.env['BENCH_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(ratio)}\n`);
}
