import { engine } from '../../server/db/engine';

const LISTS = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

/** Every row of every table, as text. */
export async function textOfTables(databaseUrl: string): Promise<string> {
  const sql = new Bun.SQL(engine === 'sqlite' ? `sqlite://${databaseUrl}` : databaseUrl, { max: 1 });
  const names = (await sql.unsafe(LISTS[engine])) as { name: string }[];
  const rows: string[] = [];
  for (const { name } of names) rows.push(name, JSON.stringify(await sql.unsafe(`select * from "${name}"`)));
  await sql.close();
  return rows.join('\n');
}
