import { readFileSync, readlinkSync } from 'node:fs';

/** Processor time of this thread, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The path of this thread below `/proc`; null on other systems than Linux. */
export function threadPath(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Processor time of another thread, in milliseconds; infinite where it is unknown. */
export function processorMsOf(path: string | null): number {
  if (path === null) return Infinity;
  try {
    return Number(readFileSync(`/proc/${path}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return Infinity;
  }
}
