import { and, eq, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { numberedValues } from '../../db/dialect';
import type { ClickValue } from '../clicks/store/sql';
import { links } from '../schema/links';

export function linkSelection(store: Store, workspaceId: string, where: SQL | undefined) {
  const { sql: text, params } = queries(store)
    .select({ id: links.id, slugKey: links.slugKey })
    .from(links)
    .where(and(eq(links.workspaceId, workspaceId), where))
    .toSQL();
  return { text: numberedValues(text), params: params as ClickValue[] };
}
