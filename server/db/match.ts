import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { engine } from './engine';

/**
 * Whether a text column holds `part`, whatever the case of its ASCII letters. The database lowers both sides, because
 * the engines differ in which other letters they lower.
 */
export function contains(column: PgColumn, part: string): SQL {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`lower(${column}) like lower(${pattern}) escape '\\'`;
}

/** Whether a text column holds `part` as it stands. */
export const holds = (column: PgColumn, part: string): SQL =>
  engine === 'postgres' ? sql`strpos(${column}, ${part}) > 0` : sql`instr(${column}, ${part}) > 0`;

/** A condition on a filter that may be absent. */
export const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : condition(value);
