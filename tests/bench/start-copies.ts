/** What the seeds of `start.ts` share: copies of rows that the app made. */
import { runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import type { freshDatabase } from '../support/app';
import type { MetaGraph } from '../whatsapp/meta-graph';

type Place = Awaited<ReturnType<typeof freshDatabase>>;
type Columns = Record<string, string>;

export const SECRET_KEY = Buffer.alloc(32, 7);

export interface SeedContext {
  place: Place;
  rows: number;
  graph: MetaGraph;
  /** Where webhooks are received. */
  hookUrl: (index: number) => string;
  /** Where the journals of clicks lie. */
  clickFolder: string;
}

export interface Scene extends SeedContext {
  workspaceId: string;
  post: (path: string, body: object) => Promise<string>;
  /** Ends the server: before rows are copied that it would work off. */
  stop: () => Promise<void>;
}

/** An id with a number in it, as an expression. */
export const idOf = (prefix: string, number: string): string =>
  engine === 'postgres' ? `'${prefix}_' || lpad((${number})::text, 26, '0')` : `printf('${prefix}_%026d', ${number})`;
export const now = engine === 'postgres' ? 'now()' : String(Date.now());
export const later = engine === 'postgres' ? `now() + interval '1 day'` : String(Date.now() + 86_400_000);

/** Copies a row many times, with values of their own in some columns: expressions of the number `n.i` of the copy. */
export async function copy(
  { place }: Pick<SeedContext, 'place'>,
  table: string,
  key: string,
  count: number,
  own: Columns,
): Promise<void> {
  const names = await columnsOf(place, table);
  const values = names.map((name) => own[name] ?? `p."${name}"`);
  await runStatement(
    place.database,
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select ${values.join(', ')} from n cross join (select * from ${table} where ${key}) p`,
    [],
  );
}

async function columnsOf({ database }: Place, table: string): Promise<string[]> {
  const text =
    engine === 'postgres'
      ? `select column_name from information_schema.columns where table_name = $1 and is_identity = 'NO'`
      : "select name from pragma_table_info($1) where not (pk = 1 and type = 'INTEGER')";
  const rows = await runStatement(database, text, [table]);
  return rows.map(([name]) => String(name)).filter((name) => !(name === 'no' || name === 'seq'));
}

export const valueOf = async ({ place }: Pick<SeedContext, 'place'>, text: string): Promise<string> =>
  String((await runStatement(place.database, text, []))[0]?.[0]);

/** A value of a JSON column, as an expression. */
export const json = (value: unknown): string => {
  const text = `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  return engine === 'postgres' ? `${text}::jsonb` : text;
};
