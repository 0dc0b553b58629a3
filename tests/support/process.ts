import { engine } from '../../server/db/engine';
import { NO_WHATSAPP } from './no-whatsapp';
import { serverProgram } from './program';
import { readRows } from './statements';
import { saveLog, logFolder } from './test-logs';
import { until } from './until';

export { HANGING_MS, until } from './until';

export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

interface ProcessOptions {
  /** Where the server starts from, if not from what was built of it for the tests. */
  program?: string;
}

/** A server as operators run it: a process of its own, on the database at `databaseUrl`. `await using` kills it. */
export async function startProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  { program }: ProcessOptions = {},
) {
  const child = Bun.spawn([process.execPath, program ?? (await serverProgram())], {
    env: {
      PATH: Bun.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      // Several processes of several files share a PostgreSQL of a hundred connections.
      DATABASE_CONNECTIONS: '3',
      SECRET_KEY,
      PORT: '0',
      WHATSAPP_WEB_TEST_PEER: JSON.stringify(NO_WHATSAPP),
      // Each request says where it comes from, so that refusals are not counted together.
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...(logFolder === undefined ? {} : { LOG_LEVEL: 'debug' }),
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const output = { text: '' };
  const listening = Promise.withResolvers<number>();
  const readers = [child.stdout.getReader(), child.stderr.getReader()];
  const collect = async (reader: (typeof readers)[number]) => {
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      output.text += decoder.decode(part.value, { stream: true });
      const port = /"port":(\d+),"msg":"listening"/.exec(output.text)?.[1];
      if (port !== undefined) listening.resolve(Number(port));
    }
  };
  const ended = Promise.all(readers.map(collect));
  void ended.finally(() => saveLog(output.text));
  const failure = async (): Promise<never> => {
    const code = await child.exited;
    await ended;
    throw new Error(`The server ended with ${code}:\n${output.text}`);
  };

  const port = await Promise.race([listening.promise, failure()]);
  return {
    pid: child.pid,
    port,
    url: `http://127.0.0.1:${port}`,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Stops it as a debugger would, and resolves once it stands still. `kill('SIGCONT')` lets it run again. */
    async freeze() {
      child.kill('SIGSTOP');
      const state = () =>
        Bun.spawnSync(['ps', '-o', 'state=', '-p', String(child.pid)])
          .stdout.toString()
          .trim();
      await until(() => state().startsWith('T'));
    },
    /** Kills it, and resolves once PostgreSQL has ended its connections too. */
    async crash() {
      child.kill('SIGKILL');
      await child.exited;
      await connectionsEnded(databaseUrl, child.pid);
    },
    /** The exit code; null after a signal. */
    exited: child.exited.then(() => child.exitCode),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output.text,
    /** Closes the other end of its output, as a log collector that died. */
    stopReading: () => Promise.all(readers.map((reader) => reader.cancel())),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Resolves once PostgreSQL has carried out all that a process had told it before its end. */
export async function connectionsEnded(databaseUrl: string, pid: number): Promise<void> {
  if (engine === 'sqlite') return;
  const connections = `select 1 from pg_stat_activity where application_name like 'switchboard-${pid}-%'`;
  await until(async () => (await readRows(databaseUrl, connections)).length === 0);
}

let addresses = 0;
/** A client address that no other request had. */
export const freshAddress = (): { 'x-forwarded-for': string } => {
  addresses += 1;
  return { 'x-forwarded-for': `198.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
};
