import { createConcurrencyLimit } from '../../../../../concurrency';
import { openPool } from '../../../../../db/postgres/pool';
import { CLAIM, READ_FENCE, StaleFence, STORE_TABLES, type StoreRow, type StoreDatabase } from './database';

const CONNECTIONS = 4;
/** No other lock of the database has this number. */
const CREATE_LOCK = 7_206_118_243;

export async function openPostgres(url: string): Promise<StoreDatabase> {
  const client = openPool({ url, max: CONNECTIONS });
  // Without the lock, two processes that create a table at the same time fail.
  await client.begin(async (tx) => {
    await tx.unsafe('select pg_advisory_xact_lock($1)', [CREATE_LOCK]);
    for (const table of STORE_TABLES) await tx.unsafe(table);
  });

  /** Credentials are written whole: an older copy must not overtake a newer one on another connection. */
  const inTurn = createConcurrencyLimit({ atOnce: 1 });

  return {
    async claim(owner) {
      const rows: StoreRow[] = await client.unsafe(CLAIM, [owner.instanceId, owner.fence]);
      if (rows.length === 0) throw new StaleFence(owner);
    },
    read: async ({ text, values }) => [...(await client.unsafe(text, [...values]))],
    write: (owner, statements) =>
      inTurn(
        () =>
          client.begin(async (tx) => {
            // A newer owner’s claim waits for this transaction, and makes the next one fail.
            const [row]: StoreRow[] = await tx.unsafe(`${READ_FENCE} for share`, [owner.instanceId]);
            if (Number(row?.['fence']) !== owner.fence) throw new StaleFence(owner);
            for (const { text, values } of statements) await tx.unsafe(text, [...values]);
          }),
        owner.instanceId,
      ),
    close: () => client.close(),
  };
}
