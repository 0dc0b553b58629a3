/**
 * Preloaded into a server: how much CPU its process takes from one turn of the event loop to the next. Requests wait so
 * long at least; unlike times, it is the same on a machine that does other things too.
 */
import { writeFileSync } from 'node:fs';

const EVERY_MS = 2;
const steps: { at: number; cpu: number }[] = [];
let last = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  steps.push({ at: Date.now(), cpu: (user + system) / 1000 });
}, EVERY_MS).unref();

process.on('exit', () => writeFileSync(process.env['STEPS_FILE'] ?? '', JSON.stringify(steps)));
