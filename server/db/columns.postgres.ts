import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean as bool,
  customType,
  foreignKey,
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp as ts,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { idOfText, uuidText } from './uuid';

export { foreignKey, index, integer, pgTable as table, primaryKey, text, unique, uniqueIndex };

export const boolean = (name: string) => bool(name);
export const bigInteger = (name: string) => bigint(name, { mode: 'number' });
export const timestamp = (name: string) => ts(name, { withTimezone: true, precision: 3, mode: 'date' });

/** In an index: compares bytes, as the application does, without a collation. */
export const byBytes = (column: PgColumn) => sql`${column} collate "C"`;

/** For hot tables whose ids are internal. */
export const rowNumber = (name: string) => bigint(name, { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** Bun.sql turns objects and arrays into jsonb itself; drizzle's own jsonb would encode them twice. */
export const json = <T extends object>(name: string) =>
  customType<{ data: T; driverData: T }>({ dataType: () => 'jsonb' })(name);

/** For very large tables: sixteen bytes. */
export const uuid = (name: string, prefix: string) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'uuid',
    toDriver: (id) => uuidText(id),
    fromDriver: (stored) => idOfText(prefix, stored),
  })(name);
