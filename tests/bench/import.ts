import { importScene } from '../links/import-scene';
/**
 * An import of 1,000,000 links with their events: rows a second of wall and of CPU, the memory of the process while it
 * runs, and how long requests wait beside it.
 *
 * `DATABASE_URL=/tmp/bench-import.db bun tests/bench/import.ts`; `ROWS` sets the size, `MUTE=1` leaves the events out.
 */
import { startServer } from '../support/app';
import { report } from './report';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const MUTE = process.env['MUTE'] === '1';
const MIB = 1024 * 1024;

const print = (text: string): void => console.log(text);
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const server = await startServer({ linksPerWorkspace: 10_000_000 }, { unlimited: true });
const place = await importScene(server);
const run = Date.now().toString(36);
const lines = Array.from(
  { length: ROWS },
  (_, at) => `https://example.com/${at},${run}/${at},Link ${at},tag${at % 50}`,
);
const file = new TextEncoder().encode(`url,slug,title,tags\n${lines.join('\n')}\n`);
lines.length = 0;
print(`${ROWS} rows, ${(file.byteLength / MIB).toFixed(1)} MiB`);

const sent = performance.now();
const { body } = await place.send(file, MUTE ? '?suppress_events=true' : '');
print(`taken in ${(performance.now() - sent).toFixed(0)} ms`);

Bun.gc(true);
const idle = process.memoryUsage.rss();
let most = idle;
const waits: number[] = [];
const [began, cpu] = [performance.now(), cpuSeconds()];
let done = { status: 'queued', rows_done: 0 };
for (let shown = 0; ['queued', 'running'].includes(done.status); await Bun.sleep(50)) {
  const asked = performance.now();
  ({ body: done } = await place.call('GET', `/link-imports/${body.id}`));
  waits.push(performance.now() - asked);
  most = Math.max(most, process.memoryUsage.rss());
  if (done.rows_done - shown < ROWS / 10) continue;
  shown = done.rows_done;
  print(`${shown} rows, ${(process.memoryUsage.rss() / MIB).toFixed(0)} MiB`);
}
const [wall, used] = [(performance.now() - began) / 1000, cpuSeconds() - cpu];
waits.sort((a, b) => a - b);
print(JSON.stringify({ ...done, errors: undefined }));
print(`${(ROWS / wall).toFixed(0)} links/s, ${(ROWS / used).toFixed(0)} a CPU second`);
print(`memory: ${(idle / MIB).toFixed(0)} MiB before, at most ${(most / MIB).toFixed(0)} MiB`);
print(
  `a request beside it waits ${waits[waits.length >> 1]?.toFixed(1)} ms at the median, ${waits[Math.floor(waits.length * 0.99)]?.toFixed(1)} ms at p99`,
);
report({ what: `memory at most while ${ROWS} links are imported`, beside: 'before', ratio: most / idle });
await server.stop();
