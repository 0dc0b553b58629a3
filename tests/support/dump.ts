import { engine } from '../../server/db/engine';

const LISTS = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

/** Every row of every table, as text. */
export const textOfTables = async (databaseUrl: string): Promise<string> =>
  (await textOfEachTable(databaseUrl)).flat().join('\n');

/** Each table by name, with its rows as text. */
export async function textOfEachTable(databaseUrl: string): Promise<[string, string][]> {
  const sql = new Bun.SQL(engine === 'sqlite' ? `sqlite://${databaseUrl}` : databaseUrl, { max: 1 });
  const names = (await sql.unsafe(LISTS[engine])) as { name: string }[];
  const tables: [string, string][] = [];
  for (const { name } of names) tables.push([name, JSON.stringify(await sql.unsafe(`select * from "${name}"`))]);
  await sql.close();
  return tables;
}
