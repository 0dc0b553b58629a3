import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { engine } from './engine';

export function contains(column: PgColumn, part: string): SQL {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`lower(${column}) like lower(${pattern}) escape '\\'`;
}

export const containsExactly = (column: PgColumn, part: string): SQL =>
  engine === 'postgres' ? sql`strpos(${column}, ${part}) > 0` : sql`instr(${column}, ${part}) > 0`;

export const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : condition(value);
