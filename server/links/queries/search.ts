import { and, eq, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import type { ClickValue } from '../clicks/store/sql';
import { links } from '../schema/links';

/** Selects links of the workspace, as SQL for the connection that reads clicks. */
export function linksChosen(store: Store, workspaceId: string, where: SQL | undefined) {
  const { sql: text, params } = queries(store)
    .select({ id: links.id, slugKey: links.slugKey })
    .from(links)
    .where(and(eq(links.workspaceId, workspaceId), where))
    .toSQL();
  let number = 0;
  return { text: text.replaceAll('?', () => `$${(number += 1)}`), params: params as ClickValue[] };
}
