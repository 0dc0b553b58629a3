/** Requests per second of a server’s CPU time: what a busy neighbour of the machine takes away counts in neither. */
const CONCURRENCY = 16;

export interface Address {
  url: string;
}

/** A server in a process of its own, which prints its address as JSON, with what else its clients have to know. */
export async function startBenchServer<T extends Address>(
  script: string,
  kind: string,
  env: Record<string, string>,
): Promise<T & { stop: () => void }> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/${script}`, kind], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  if (!value) throw new Error(`${script} ${kind} did not start.`);
  const server = JSON.parse(new TextDecoder().decode(value)) as T;
  return { ...server, stop: () => child.kill() };
}

/**
 * Asks for a path, 16 at once, for so many milliseconds, with `POST` if there is a body. The server tells its CPU time
 * at `/healthz/cpu`.
 */
export async function requestsPerCpuSecond(
  { url }: Address,
  path: string,
  headers: Record<string, string>,
  milliseconds: number,
  body?: string,
): Promise<number> {
  const order = body === undefined ? { headers } : { method: 'POST', headers, body };
  const cpu = async () => Number(await (await fetch(`${url}/healthz/cpu`)).text());
  const before = await cpu();
  const until = performance.now() + milliseconds;
  let count = 0;
  const one = async () => {
    while (performance.now() < until) {
      const response = await fetch(`${url}${path}`, order);
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return count / (((await cpu()) - before) / 1e6);
}

export const cpuMicroseconds = (): string => {
  const { user, system } = process.cpuUsage();
  return String(user + system);
};

/** Has every load take its turn in each round; the median of each, by name. */
export async function takeTurns<Name extends string>(
  loads: Record<Name, (milliseconds: number) => Promise<number>>,
  rounds: number,
  milliseconds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(loads) as Name[];
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await loads[name](milliseconds / 2);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) rates.get(name)?.push(await loads[name](milliseconds));
  }
  const medians = names.map((name): [Name, number] => [name, median(rates.get(name) ?? [])]);
  for (const [name, rate] of medians)
    process.stdout.write(`${name.padEnd(16)} ${Math.round(rate)} requests per CPU second\n`);
  return Object.fromEntries(medians) as Record<Name, number>;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
