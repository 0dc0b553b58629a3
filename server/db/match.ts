import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whether a text column holds `part`, whatever the case of its ASCII letters; the same on both engines. */
export function contains(column: PgColumn, part: string): SQL {
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`lower(${column}) like ${pattern} escape '\\'`;
}
