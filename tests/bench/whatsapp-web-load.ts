/** What the benches of WhatsApp Web share: memory, rates, and the server and the peer as processes. */
import { readFileSync } from 'node:fs';

import { until } from '../support/process';

/** Of a process, resident, in bytes. */
export function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

export const numbers = (count: number, first: number): string[] =>
  Array.from({ length: count }, (_, at) => String(first + at));

/** Does `total` jobs, so many at a time, and returns how many a second were done when `isOver` holds. */
export async function rateOf(
  { total, atOnce }: { total: number; atOnce: number },
  job: (index: number) => Promise<unknown>,
  isOver: () => boolean | Promise<boolean> = () => true,
): Promise<number> {
  let next = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (next < total) await job(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await until(isOver, { everyMs: 10 });
  return (total * 1000) / (performance.now() - began);
}
