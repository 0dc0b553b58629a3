import { until } from './process';

/** What the process of `startWriters` does: sixteen writers, each of which says what was acknowledged to it. */
const SCRIPT = `
const { openDatabase, queries } = await import('./server/db/database');
const { workspaces } = await import('./server/db/schema');
const { newId } = await import('./shared/ids');
const { writeSync } = await import('node:fs');
const database = await openDatabase();
const write = async (_, writer) => {
  for (let turn = 0; ; turn += 1) {
    const name = writer + '/' + turn;
    const now = new Date();
    await database.transaction((tx) =>
      queries(tx).insert(workspaces).values({
        id: newId('ws'), name, rateLimit: { requests: 1, window_seconds: 1 }, createdAt: now, updatedAt: now,
      }),
    );
    writeSync(1, name + '\\n');
  }
};
await Promise.all(Array.from({ length: 16 }, write));
`;

/** A process that writes into the database at `databaseUrl` until it is killed. */
export function startWriters(databaseUrl: string) {
  const child = Bun.spawn([process.execPath, '-e', SCRIPT], {
    env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
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
    acknowledged: (count: number) => until(() => lines().length >= count || child.exitCode !== null),
    /** Kills it in the middle, and returns what it had been told was kept. */
    async kill(): Promise<string[]> {
      child.kill('SIGKILL');
      await child.exited;
      await ended;
      return lines();
    },
  };
}
