import { getTableName } from 'drizzle-orm';

import { tenantTables } from './tenants';
import type { Statement } from './traced';

const TENANT = new Set([...tenantTables.map((table) => getTableName(table)), 'workspaces']);

/** The tenant tables that a statement reads or writes. */
export const tenantTablesOf = (sql: string): string[] => [
  ...new Set(
    [...sql.matchAll(/\b(?:from|join|into|update) "(\w+)"/gi)]
      .map((match) => match[1] ?? '')
      .filter((name) => TENANT.has(name)),
  ),
];

/** The workspaces that a statement holds each of its tenant tables to; undefined for a table held to none. */
export const workspacesOf = ({ sql, params }: Statement): Map<string, unknown[] | undefined> =>
  new Map(
    tenantTablesOf(sql).map((table) => [
      table,
      /^insert/i.test(sql) ? insertedInto(sql, params) : boundIn(table, sql, params),
    ]),
  );

function boundIn(table: string, sql: string, params: unknown[]): unknown[] | undefined {
  // The id of a workspace, and not of what it is joined to.
  const column = table === 'workspaces' ? '(?:"workspaces"\\.|(?<!\\.))"id"' : '"workspace_id"';
  const found = [...sql.matchAll(new RegExp(`${column} = (\\?|\\$\\d+)`, 'g'))].map((match) =>
    valueAt(sql, params, match.index + match[0].length - (match[1] ?? '').length),
  );
  return found.length > 0 ? found : undefined;
}

function insertedInto(sql: string, params: unknown[]): unknown[] | undefined {
  const [, list = ''] = /^insert into "\w+" \(([^)]*)\)/i.exec(sql) ?? [];
  const names = list.split(', ');
  const at = names.indexOf(names.includes('"workspace_id"') ? '"workspace_id"' : '"id"');
  const start = sql.indexOf(' values (') + ' values '.length;
  const end = sql.search(/ (?:on conflict|returning) /i);
  const rows = [...sql.slice(start, end < 0 ? undefined : end).matchAll(/\(([^()]*)\)/g)];
  return rows.map((row) => {
    const before = (row[1] ?? '').split(', ').slice(0, at).join(', ');
    return valueAt(sql, params, start + row.index + 1 + before.length + (at > 0 ? ', '.length : 0));
  });
}

/** Value of the placeholder that stands at a place of the text; null where a literal does. */
function valueAt(sql: string, params: unknown[], offset: number): unknown {
  const numbered = /^[$?](\d+)/.exec(sql.slice(offset))?.[1];
  if (numbered !== undefined) return params[Number(numbered) - 1];
  if (sql[offset] !== '?') return null;
  return params[sql.slice(0, offset).split('?').length - 1];
}
