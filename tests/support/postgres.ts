/**
 * Makes a database for tests on the server of this URL, and returns its own. Its commits do not wait for the disk:
 * what PostgreSQL keeps through a failure of the machine is not ours to test, and it would be most of the time.
 */
export async function makeDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  await onServer(server, [
    `create database "${name}" template "${template}"`,
    `alter database "${name}" set synchronous_commit = off`,
  ]);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  onServer(server, [`drop database if exists "${name}" with (force)`]);

async function onServer(server: string, statements: readonly string[]): Promise<void> {
  const sql = new Bun.SQL(server, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.close();
}
