import { and, eq, type SQL } from 'drizzle-orm';

import type { ClickValue } from '../clicks/sql';
import { queries, type Store } from '../database';
import { links } from '../schema';

/** The statement that chooses links of the workspace, for a connection that reads clicks beside them. */
export function linksChosen(store: Store, workspaceId: string, where: SQL | undefined) {
  const { sql: text, params } = queries(store)
    .select({ id: links.id, slugKey: links.slugKey })
    .from(links)
    .where(and(eq(links.workspaceId, workspaceId), where))
    .toSQL();
  let number = 0;
  // Other values follow these: each has its number.
  return { text: text.replaceAll('?', () => `$${(number += 1)}`), params: params as ClickValue[] };
}
