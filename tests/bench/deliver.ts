/**
 * What a delivery costs: the dispatcher (1 KiB body, HMAC, attempt log, `synchronous=FULL`) beside the bare wire, which
 * sends the same bytes with nothing stored or signed, beside the dispatcher over a wire that answers at once; and both
 * over the least client on `Bun.connect`, to say what a wire of our own would add. They take turns in one process; the receiver runs in another. `CPU` figures hold on a machine that does other things too.
 *
 * `DATABASE_URL=/tmp/bench.db bun tests/bench/deliver.ts`; `ROUNDS`, `DELIVERIES`, `HOSTS` and
 * `MAX_IN_FLIGHT` set the size.
 */
import { ATTEMPT_LIMITS } from '../../server/egress/egress';
import type { ExchangeAnswer, HeaderList } from '../../server/egress/types';
import { readRows } from '../support/statements';
import { cpuMs, openStage, percentile, print, startReceiver } from './delivery-stage';
import { createRawWire } from './raw-wire';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const DELIVERIES = Number(process.env['DELIVERIES'] ?? 6400);
const HOSTS = Number(process.env['HOSTS'] ?? 64);
const HOSTS_A_WORKSPACE = 16;
const CONCURRENCY = 64;

const receiver = await startReceiver();
const urls = Array.from({ length: HOSTS }, (_, index) => receiver.url(index));
const stage = await openStage(
  Array.from({ length: HOSTS / HOSTS_A_WORKSPACE }, (_, index) =>
    urls.slice(index * HOSTS_A_WORKSPACE, (index + 1) * HOSTS_A_WORKSPACE),
  ),
);
const raw = createRawWire(stage.egress.vet);
const limits = { ...ATTEMPT_LIMITS, totalMs: 15_000 };

/** The last request that the dispatcher made: the bare wire sends the same. */
const sample: { headers: HeaderList; body: Uint8Array } = { headers: [], body: new Uint8Array() };
const recorded: typeof stage.egress.post = (url, purpose, headers, body, own) => {
  Object.assign(sample, { headers, body });
  return stage.egress.post(url, purpose, headers, body, own);
};
const instant: typeof stage.egress.post = async (): Promise<ExchangeAnswer> => ({
  status: 204,
  headers: [],
  body: new Uint8Array(),
  bodyBytes: 0,
  truncated: false,
  incomplete: false,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 },
  remoteIp: '127.0.0.1',
  reused: true,
  isPrivate: true,
});

async function bare(post: typeof stage.egress.post): Promise<void> {
  let left = DELIVERIES;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await post(urls[left % HOSTS] ?? '', 'webhook', sample.headers, sample.body, limits);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

async function dispatched(post: typeof stage.egress.post): Promise<void> {
  const dispatcher = stage.dispatcher(post);
  await dispatcher.start();
  await dispatcher.idle();
  await dispatcher.stop();
}

const fill = async () => {
  for (const workspaceId of stage.workspaceIds) await stage.emit(workspaceId, DELIVERIES / HOSTS);
};
const jobs = {
  bare: () => bare(stage.egress.post),
  dispatcher: () => dispatched(recorded),
  stub: () => dispatched(instant),
  'raw bare': () => bare(raw.post),
  'raw dispatcher': () => dispatched(raw.post),
} as const;
type Job = keyof typeof jobs;
const NAMES = ['dispatcher', 'bare', 'stub', 'raw dispatcher', 'raw bare'] as const satisfies Job[];
const results = new Map<Job, { rate: number; cpuUs: number }[]>(NAMES.map((job) => [job, []]));

for (let round = 0; round <= ROUNDS; round += 1) {
  for (const job of NAMES) {
    if (!job.endsWith('bare')) await fill();
    const [began, cpu] = [performance.now(), cpuMs()];
    await jobs[job]();
    const [took, used] = [performance.now() - began, cpuMs() - cpu];
    // The first round warms up.
    if (round > 0) results.get(job)?.push({ rate: (1000 * DELIVERIES) / took, cpuUs: (1000 * used) / DELIVERIES });
  }
}

const median = (job: Job, figure: 'rate' | 'cpuUs'): number =>
  percentile(
    (results.get(job) ?? []).map((one) => one[figure]),
    0.5,
  );
for (const job of NAMES) {
  print(
    `${job.padEnd(14)} ${median(job, 'rate').toFixed(0).padStart(6)}/s  ${median(job, 'cpuUs').toFixed(1).padStart(6)} µs CPU each`,
  );
}
const [rows] = await readRows(
  stage.url,
  `select count(*) as n, sum(case when cast(flags as text) like '%reused%' then 1 else 0 end) as reused
   from webhook_attempts where remote_ip <> '127.0.0.1'`,
);
print(`body ${sample.body.length} B, reuse ${((100 * Number(rows?.['reused'])) / Number(rows?.['n'])).toFixed(2)} %`);
const of = (figure: 'rate' | 'cpuUs'): number => median('dispatcher', figure) / median('bare', figure);
const beside = 'the same requests, nothing stored or signed';
report({ what: 'deliveries a second', beside, ratio: of('rate'), aim: '≥ 0.25' });
report({ what: 'CPU of a delivery', beside, ratio: of('cpuUs'), aim: '≤ 4.00' });
print(
  `over Bun.connect: a request ${(median('bare', 'cpuUs') - median('raw bare', 'cpuUs')).toFixed(1)} µs CPU less, a delivery ${(median('dispatcher', 'cpuUs') - median('raw dispatcher', 'cpuUs')).toFixed(1)} µs less; dispatcher / bare, rate ${(median('raw dispatcher', 'rate') / median('raw bare', 'rate')).toFixed(2)}`,
);
raw.close();
receiver.stop();
await stage.close();
process.exit(0);
