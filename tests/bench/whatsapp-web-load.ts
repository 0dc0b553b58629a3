/** What the benches of WhatsApp Web share: memory, rates, and the server and the peer as processes. */
import { readFileSync } from 'node:fs';

import { until } from '../support/process';

/** Of a process, resident, in bytes. */
export function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Ticks of `/proc`, which are so many a second on every Linux. */
const TICK_MS = 10;

/** Milliseconds of the processor that a process has used. */
export function cpuOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
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
  await until(isOver, { everyMs: 20 });
  return (total * 1000) / (performance.now() - began);
}
