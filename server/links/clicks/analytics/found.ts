import type { ClickSql, ClickValue } from '../store/sql';

interface FoundIdsQuery {
  workspaceId: string;
  statement: { text: string; params: readonly ClickValue[] };
}

interface FoundPosition {
  id: string;
  place: string;
}

export async function foundIds(sql: ClickSql, { statement }: FoundIdsQuery): Promise<FoundPosition[]> {
  const rows = await sql.run(statement.text, statement.params);
  return rows.map(([id, place]) => ({ id: String(id), place: String(place) }));
}
