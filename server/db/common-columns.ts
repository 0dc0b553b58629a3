import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { index, integer, text, timestamp, uniqueIndex } from './columns';

export const createdAt = () => timestamp('created_at').notNull();
export const updatedAt = () => timestamp('updated_at').notNull();

export const version = () => integer('version').notNull().default(1);

export const id = () => text('id').primaryKey();

type IndexColumns = [PgColumn | SQL, ...(PgColumn | SQL)[]];

/** `where` is SQL. Queries must repeat it exactly, or SQLite does not use the index. */
export const partialIndex = (name: string, columns: IndexColumns, where: string) =>
  index(name)
    .on(...columns)
    .where(sql.raw(where));

export const partialUniqueIndex = (name: string, columns: IndexColumns, where: string) =>
  uniqueIndex(name)
    .on(...columns)
    .where(sql.raw(where));

/** Finds the few leased rows among all when a process has exited. */
export const leaseIndex = (name: string, owner: PgColumn) => partialIndex(name, [owner], 'lease_owner is not null');
