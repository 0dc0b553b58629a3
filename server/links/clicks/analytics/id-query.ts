import type { ClickSql, ClickValue } from '../store/sql';

interface IdQuery {
  workspaceId: string;
  statement: { text: string; params: readonly ClickValue[] };
}

interface IdPosition {
  id: string;
  place: string;
}

export async function runIdQuery(sql: ClickSql, { statement }: IdQuery): Promise<IdPosition[]> {
  const rows = await sql.run(statement.text, statement.params);
  return rows.map(([id, place]) => ({ id: String(id), place: String(place) }));
}
