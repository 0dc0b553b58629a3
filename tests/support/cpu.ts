/** Processor time that this thread has used, in milliseconds: no other program takes part of it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
