import type { ClickSql, ClickValue } from '../store/sql';

interface FoundAsked {
  workspaceId: string;
  /** Returns ids and their places in its order; `$1` names the first of its values. */
  statement: { text: string; params: readonly ClickValue[] };
}

interface Found {
  id: string;
  place: string;
}

/** Ids that a search finds, in its order. */
export async function foundIds(sql: ClickSql, { statement }: FoundAsked): Promise<Found[]> {
  const rows = await sql.run(statement.text, statement.params);
  return rows.map(([id, place]) => ({ id: String(id), place: String(place) }));
}
