/**
 * What a delivery costs: the dispatcher (1 KiB body, HMAC, attempt log, `synchronous=FULL`) beside a bare sender on
 * `node:http` that signs and posts the same bodies, beside the bare wire, and beside the dispatcher over a wire that
 * answers at once. They take turns in one process; the receiver runs in another. `CPU` figures hold on a machine that
 * does other things too.
 *
 * `DATABASE_URL=/tmp/bench.db bun tests/bench/deliver.ts`; `ROUNDS`, `DELIVERIES`, `HOSTS` and
 * `MAX_IN_FLIGHT` set the size.
 */
import { Agent, request } from 'node:http';

import { ATTEMPT_LIMITS } from '../../server/egress/egress';
import type { ExchangeAnswer, HeaderList } from '../../server/egress/types';
import { readRows } from '../support/statements';
import { cpuMs, openStage, percentile, print, startReceiver } from './delivery-stage';
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
const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
const key = new Uint8Array(32).fill(7);
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

async function repeated(post: (url: string) => Promise<unknown>): Promise<void> {
  let left = DELIVERIES;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await post(urls[left % HOSTS] ?? '');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

function signAndPost(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const signature = new Bun.CryptoHasher('sha256', key).update(sample.body).digest('base64');
  const own = sample.headers.map(([name, value]) => [name, name === 'webhook-signature' ? `v1,${signature}` : value]);
  const headers = Object.fromEntries([...own, ['content-length', String(sample.body.byteLength)]]);
  request(url, { agent, method: 'POST', headers }, (answer) => void answer.on('end', resolve).resume())
    .on('error', reject)
    .end(sample.body);
  return promise;
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
  sender: () => repeated(signAndPost),
  wire: () => repeated((url) => stage.egress.post(url, 'webhook', sample.headers, sample.body, limits)),
  dispatcher: () => dispatched(recorded),
  stub: () => dispatched(instant),
} as const;
type Job = keyof typeof jobs;
const NAMES = ['dispatcher', 'sender', 'wire', 'stub'] as const satisfies Job[];
const results = new Map<Job, { rate: number; cpuUs: number }[]>(NAMES.map((job) => [job, []]));

for (let round = 0; round <= ROUNDS; round += 1) {
  for (const job of NAMES) {
    if (job === 'dispatcher' || job === 'stub') await fill();
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
const ratio = median('sender', 'cpuUs') / median('dispatcher', 'cpuUs');
report({
  what: 'deliveries a CPU second',
  beside: 'a bare sender that signs and posts the same',
  ratio,
  aim: '≥ 0.60',
});
const of = (figure: 'rate' | 'cpuUs'): number => median('dispatcher', figure) / median('wire', figure);
report({ what: 'CPU of a delivery', beside: 'its request alone', ratio: of('cpuUs') });
agent.destroy();
receiver.stop();
await stage.close();
process.exit(0);
