/**
 * What endpoints that hang cost the others: 500 endpoints of 50 workspaces at a steady rate, with none, 10 % and 50 % of
 * them hanging. From the commit of an event to the 2xx of each healthy endpoint, as a ratio to the run without.
 *
 * `DATABASE_URL=/tmp/bench.db bun tests/bench/isolation.ts`; `RATE` is deliveries a second,
 * `RUN_SECONDS` how long each of `ROUNDS` takes; the figures are medians of the rounds.
 */
import { cpuMs, openStage, percentile, print, startReceiver } from './delivery-stage';
import { report } from './report';

const RATE = Number(process.env['RATE'] ?? 500);
const RUN_SECONDS = Number(process.env['RUN_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const [WORKSPACES, WEBHOOKS] = [50, 10];
const PERCENTS = [0, 10, 50];
/** An event of one workspace goes to all its webhooks. */
const EVERY_MS = (1000 * WEBHOOKS) / RATE;
const TIMEOUT_MS = 20_000;

interface Run {
  /** Of the healthy endpoints, in milliseconds. */
  latencies: number[];
  /** What this process worked meanwhile: the same on a machine that does other things too. */
  worked: number[];
  /** Deliveries of theirs that never came. */
  missing: number;
  cpuPart: number;
}

async function run(percent: number): Promise<Run> {
  const receiver = await startReceiver();
  const isHanging = (index: number): boolean => index % WEBHOOKS < (percent / 100) * WEBHOOKS;
  const stage = await openStage(
    Array.from({ length: WORKSPACES }, (_, workspace) =>
      Array.from({ length: WEBHOOKS }, (__, at) => {
        const index = workspace * WEBHOOKS + at;
        return receiver.url(index, isHanging(index) ? 'hang' : 'hook');
      }),
    ),
  );

  const latencies: number[] = [];
  const worked: number[] = [];
  /** When an event was committed, by its message. */
  const committed = new Map<string, { at: number; cpu: number }>();
  const dispatcher = stage.dispatcher(async (url, ...rest) => {
    const answer = await stage.egress.post(url, ...rest);
    const text = new TextDecoder().decode(rest[2]);
    const began = committed.get(/"message":"([^"]*)"/.exec(text)?.[1] ?? '');
    if (began !== undefined) {
      latencies.push(performance.now() - began.at);
      worked.push(cpuMs() - began.cpu);
    }
    return answer;
  });
  await dispatcher.start();

  // The first second fills connections and caps, and is not counted.
  const events = Math.round(((RUN_SECONDS + 1) * 1000) / EVERY_MS);
  const warm = Math.round(1000 / EVERY_MS);
  const [began, cpu] = [performance.now(), cpuMs()];
  for (let index = 0; index < events; index += 1) {
    const wait = began + index * EVERY_MS - performance.now();
    if (wait > 0) await Bun.sleep(wait);
    const name = `${index}`.padEnd(780, '.');
    await stage.emit(stage.workspaceIds[index % WORKSPACES] ?? '', 1, name);
    if (index >= warm) committed.set(name, { at: performance.now(), cpu: cpuMs() });
  }
  const cpuPart = (cpuMs() - cpu) / (performance.now() - began);
  const healthy = WEBHOOKS - (percent / 100) * WEBHOOKS;
  const expected = (events - warm) * healthy;
  for (const end = performance.now() + TIMEOUT_MS; latencies.length < expected && performance.now() < end;) {
    await Bun.sleep(20);
  }
  stage.egress.close();
  await dispatcher.stop();
  receiver.stop();
  await stage.close();
  return { latencies, worked, missing: expected - latencies.length, cpuPart };
}

const runs: (Run & { percent: number })[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const percent of PERCENTS) runs.push({ percent, ...(await run(percent)) });
}
const median = (percent: number, figure: (one: (typeof runs)[number]) => number): number =>
  percentile(runs.filter((one) => one.percent === percent).map(figure), 0.5);
const latency = (percent: number, part: number) => median(percent, ({ latencies }) => percentile(latencies, part));
const work = (percent: number, part: number) => median(percent, ({ worked }) => percentile(worked, part));

for (const percent of PERCENTS) {
  const own = runs.filter((one) => one.percent === percent);
  const missing = own.reduce((sum, one) => sum + one.missing, 0);
  const arrived = own.reduce((sum, one) => sum + one.latencies.length, 0);
  print(
    [
      `${String(percent).padStart(3)} % hang: ${missing} of ${arrived + missing} missing`,
      ...[0.5, 0.9, 0.99].map((part) => `p${part * 100} ${latency(percent, part).toFixed(1)} ms`),
      `p99 ${(latency(percent, 0.99) / latency(0, 0.99)).toFixed(2)} × the run without`,
      `own CPU meanwhile p50 ${work(percent, 0.5).toFixed(1)} ms, p99 ${work(percent, 0.99).toFixed(1)} ms`,
      `CPU ${(100 * median(percent, ({ cpuPart }) => cpuPart)).toFixed(0)} %`,
    ].join(', '),
  );
}
for (const percent of PERCENTS.filter((one) => one > 0)) {
  const what = `a delivery beside ${percent} % of endpoints that hang, time at p99`;
  report({ what, beside: 'none that hang', ratio: latency(percent, 0.99) / latency(0, 0.99) });
}
process.exit(0);
