import {
  customType,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

import { idOfBytes, uuidBytes } from './uuid';

export { foreignKey, index, integer, primaryKey, sqliteTable as table, text, unique, uniqueIndex };

export const boolean = (name: string) => integer(name, { mode: 'boolean' });
export const bigInteger = (name: string) => integer(name, { mode: 'number' });
export const timestamp = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const byBytes = <T>(column: T): T => column;

export const rowNumber = (name: string) => integer(name).primaryKey();

export const json = <T extends object>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => JSON.parse(value) as T,
  })(name);

export const uuid = (name: string, prefix: string) =>
  customType<{ data: string; driverData: Uint8Array }>({
    dataType: () => 'blob',
    toDriver: (id) => uuidBytes(id),
    fromDriver: (bytes) => idOfBytes(prefix, bytes),
  })(name);
