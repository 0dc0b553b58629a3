import { startToBeKilled } from '../faults/killed';

/** What the process of `startWriters` does: sixteen writers, each of which says what was acknowledged to it. */
const SCRIPT = `
const { queries } = await import('./server/db/database');
const { openDatabase } = await import('./server/db/open');
const { workspaces } = await import('./server/schema');
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
export const startWriters = (databaseUrl: string) => startToBeKilled(SCRIPT, databaseUrl);
