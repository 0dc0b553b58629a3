import * as postgres from './columns.postgres';
import * as sqlite from './columns.sqlite';
import { engine } from './engine';

// Safe because tests/db/columns.test-d.ts compares the names and data types of both kits.
const kit = engine === 'postgres' ? postgres : (sqlite as unknown as typeof postgres);

export const {
  bigInteger,
  boolean,
  byBytes,
  foreignKey,
  index,
  integer,
  json,
  primaryKey,
  rowNumber,
  table,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} = kit;
