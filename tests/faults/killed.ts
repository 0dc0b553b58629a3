import { connectionsEnded, until } from '../support/process';

/**
 * A process of Bun that runs the script at the top of this tree, on the database at `databaseUrl`, until it is killed.
 * The script writes a line for each thing that was acknowledged to it.
 */
export function startToBeKilled(script: string, databaseUrl: string, env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, '-e', script], {
    env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '3', ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of child.stdout) text += decoder.decode(part, { stream: true });
  };
  const ended = read();
  // The last line may have been cut.
  const lines = () => text.split('\n').slice(0, -1);
  return {
    /** Resolves once `count` lines, those alone that begin so, were written, or the process has ended. */
    acknowledged: (count: number, beginning = '') => {
      const seen = () => lines().filter((line) => line.startsWith(beginning)).length;
      return until(() => seen() >= count || child.exitCode !== null);
    },
    /** Kills it in the middle. Returns its lines once PostgreSQL has ended its connections too. */
    async kill(): Promise<string[]> {
      if (child.exitCode !== null) throw new Error(`It ended by itself, with ${child.exitCode}.`);
      child.kill('SIGKILL');
      await child.exited;
      await ended;
      await connectionsEnded(databaseUrl, child.pid);
      return lines();
    },
  };
}
