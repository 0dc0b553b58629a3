import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { BY_LIST } from '../queries/writes';
import { links, type LinkRow } from '../schema/links';

const HOSTS_AT_A_TIME = 500;
const LINKS_AT_A_TIME = 250;

const hostsWhere = (condition: string): string => `with recursive t(host, no) as (
    select min(url_host), 1 from links where url_host > $1 ${condition}
    union all
    select (select min(url_host) from links where url_host > t.host ${condition}), no + 1 from t
    where t.host is not null and no < ${HOSTS_AT_A_TIME}
  ) select host from t where host is not null`;

const HOSTS = hostsWhere('');
const BLOCKED_HOSTS = hostsWhere('and blocked_at is not null');

export async function listTargetHosts(store: Store, after: string, of: 'all' | 'blocked'): Promise<string[]> {
  const rows = await runStatement(store, of === 'all' ? HOSTS : BLOCKED_HOSTS, [after]);
  return rows.map(([host]) => String(host));
}

export function listLinksOfHost(store: Store, host: string, of: 'open' | 'listed'): Promise<LinkRow[]> {
  const state =
    of === 'open' ? isNull(links.blockedAt) : and(isNotNull(links.blockedAt), eq(links.blockedReason, BY_LIST));
  return queries(store)
    .select()
    .from(links)
    .where(and(eq(links.urlHost, host), state))
    .limit(LINKS_AT_A_TIME);
}
