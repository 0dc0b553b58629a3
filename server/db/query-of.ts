import { Column, getTableName, is, Param, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

import { engine } from './engine';

interface Query {
  sql: string;
  params: unknown[];
}

const dialect = engine === 'postgres' ? new PgDialect() : new SQLiteSyncDialect();

/** As drizzle’s dialect would write it, in a tenth of the time. It is asked for parts that conditions rarely have. */
export function queryOf(statement: SQL): Query {
  const params: unknown[] = [];
  const sql = textOf(statement, params);
  return sql === undefined ? dialect.sqlToQuery(statement) : { sql, params };
}

function textOf(part: unknown, params: unknown[]): string | undefined {
  if (part instanceof StringChunk) return part.value.join('');
  if (part instanceof Column) return `"${getTableName(part.table)}"."${part.name}"`;
  if (part instanceof Param)
    return placeOf(part.value === null ? null : part.encoder.mapToDriverValue(part.value), params);
  if (part instanceof SQL) return part['shouldInlineParams'] ? undefined : joined(part.queryChunks, '', params);
  if (Array.isArray(part)) {
    const values = joined(part, ', ', params);
    return values === undefined ? undefined : `(${values})`;
  }
  if (part === undefined) return '';
  return typeof part === 'object' && part !== null ? undefined : placeOf(part, params);
}

function joined(parts: readonly unknown[], separator: string, params: unknown[]): string | undefined {
  let text = '';
  for (let index = 0; index < parts.length; index += 1) {
    const own = textOf(parts[index], params);
    if (own === undefined) return undefined;
    text += index === 0 ? own : separator + own;
  }
  return text;
}

function placeOf(value: unknown, params: unknown[]): string | undefined {
  if (is(value, SQL)) return undefined;
  params.push(value);
  return engine === 'postgres' ? `$${params.length}` : '?';
}
