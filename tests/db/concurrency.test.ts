import { expect, test } from 'bun:test';

import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { events } from '../../server/events/schema';
import { newId } from '../../shared/ids';
import { database } from '../support/app';

const db = queries(database);
const WORKSPACES = 40;
const QUERIES = 2000;

/** What every column of a row says about which row it is. */
const rowOf = (workspaceId: string, sequence: number) => ({
  id: newId('evt'),
  workspaceId,
  sequence,
  type: 'api_key.created' as const,
  body: JSON.stringify({ workspaceId, sequence, filler: 'x'.repeat((sequence * 37) % 900) }),
  thinBody: null,
  dedupeKey: null,
  addressedTo: null,
  requires: null,
  causeRunId: null,
  causeDepth: null,
  requestId: sequence % 3 === 0 ? null : `${workspaceId}/${sequence}`,
  createdAt: new Date(1_700_000_000_000 + sequence),
});

test('rows of queries that run at once are never mixed', async () => {
  const now = new Date();
  const ids = Array.from({ length: WORKSPACES }, () => newId('ws'));
  await db.insert(workspaces).values(
    ids.map((id) => ({
      id,
      name: id,
      rateLimit: { requests: 1, window_seconds: 1 },
      createdAt: now,
      updatedAt: now,
    })),
  );
  await db.insert(events).values(ids.flatMap((id) => Array.from({ length: 20 }, (_, index) => rowOf(id, index + 1))));

  const belongs = (row: typeof events.$inferSelect, id: string, sequence: number) => {
    const { id: rowId, body, ...expected } = rowOf(id, sequence);
    expect(row).toEqual({ ...expected, id: row.id, body } as never);
    expect(rowId).not.toBe(row.id);
  };
  const kinds = [
    async (id: string, sequence: number) => {
      const rows = await db
        .select()
        .from(events)
        .where(and(eq(events.workspaceId, id), eq(events.sequence, sequence)));
      expect(rows).toHaveLength(1);
      for (const row of rows) belongs(row, id, sequence);
    },
    async (id: string, sequence: number) => {
      const rows = await db
        .select()
        .from(events)
        .where(and(eq(events.workspaceId, id), inArray(events.sequence, [sequence, 20])))
        .orderBy(events.sequence);
      expect(rows.map((row) => row.sequence)).toEqual(sequence === 20 ? [20] : [sequence, 20]);
      for (const row of rows) belongs(row, id, row.sequence);
    },
    async (id: string) => {
      const [row] = await db
        .select({ workspaceId: events.workspaceId, count: sql<number | string>`count(*)` })
        .from(events)
        .where(eq(events.workspaceId, id))
        .groupBy(events.workspaceId);
      expect([row?.workspaceId, Number(row?.count)]).toEqual([id, 20]);
    },
    async (id: string) => expect(await db.select().from(events).where(eq(events.id, id))).toEqual([]),
    async (id: string, sequence: number) => {
      const rows = await db.update(workspaces).set({ version: sequence }).where(eq(workspaces.id, id)).returning();
      expect(rows.map((row) => [row.id, row.name])).toEqual([[id, id]]);
    },
    (id: string, sequence: number) =>
      database.transaction(async (tx) => {
        const [row] = await queries(tx)
          .select()
          .from(events)
          .where(and(eq(events.workspaceId, id), eq(events.sequence, sequence)));
        if (!row) throw new Error('The row is gone.');
        belongs(row, id, sequence);
        const [other] = await queries(tx).select().from(workspaces).where(eq(workspaces.id, id));
        expect(other?.name).toBe(id);
      }),
    // A statement that fails leaves the connection to others as it was.
    async (id: string) => {
      const failed = await db
        .insert(workspaces)
        .values({ id, name: id, rateLimit: { requests: 1, window_seconds: 1 }, createdAt: now, updatedAt: now })
        .then(() => false)
        .catch(() => true);
      expect(failed).toBe(true);
    },
  ];
  await Promise.all(
    Array.from({ length: QUERIES }, async (_, index) =>
      kinds[index % kinds.length]?.(ids[(index * 7) % ids.length] ?? '', (index % 20) + 1),
    ),
  );
});
