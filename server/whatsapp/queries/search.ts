import { and, asc, desc, eq, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { numberedValues } from '../../db/dialect';
import { engine } from '../../db/engine';
import { waMessages } from '../schema/messages';
import { waChats, waContacts, waLabels } from '../schema/people';

export type SearchValue = string | number | bigint | null | Uint8Array;

/** For another connection; returns ids with their sort keys. */
interface IdStatement {
  text: string;
  params: SearchValue[];
}

interface MessageSearch {
  where: SQL | undefined;
  /** Words that must all match, the last one as a prefix. Undefined: no condition on words. */
  words: readonly string[] | undefined;
  /** Ids of workspace, instance or chat that the index contains; the workspace is required. */
  within: readonly string[];
  order: 'asc' | 'desc';
  after: string | undefined;
  limit: number;
}

/** PostgreSQL truncates longer words. */
const MAX_WORD = 500;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

export const wordsOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(WORD)].map(([word]) => word.slice(0, MAX_WORD)).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  ),
];

/** Sort keys are ids, but numbers in SQLite’s word index. */
export const isNumberSearch = (words: readonly string[] | undefined): boolean =>
  words !== undefined && engine === 'sqlite';

/** In the order of creation. */
export function messagesFound(store: Store, workspaceId: string, search: MessageSearch): IdStatement {
  const { words, order, after, limit } = search;
  const where = and(eq(waMessages.workspaceId, workspaceId), search.where);
  const query = queries(store);
  if (words === undefined || !isNumberSearch(words)) {
    const byId = order === 'desc' ? desc(waMessages.id) : asc(waMessages.id);
    const beyond =
      after === undefined ? undefined : order === 'desc' ? lt(waMessages.id, after) : gt(waMessages.id, after);
    const isFound = words && matchesOnPostgres(words, [workspaceId, ...search.within]);
    const matches = and(where, isFound, beyond);
    const nearby = and(eq(waMessages.workspaceId, workspaceId), beyond);
    const source = isFound ? nearbyFirst({ nearby, matches, byId, limit }) : waMessages;
    return statementOf(
      query
        .select({ id: sql<string>`wa_messages.id`, place: sql<string>`wa_messages.id` })
        .from(source as never)
        .where(isFound ? undefined : matches)
        .orderBy(byId)
        .limit(limit),
    );
  }

  const terms = askedOfSqlite(words, [workspaceId, ...search.within]);
  const compared = order === 'desc' ? sql`<` : sql`>`;
  const beyond = after === undefined ? undefined : sql`wa_message_search.rowid ${compared} ${Number(after)}`;
  // CROSS JOIN fixes the order: the index is read from its newest end until the page is full.
  const source = sql`wa_message_search cross join wa_message_search_rows r on r.no = wa_message_search.rowid
    cross join ${waMessages} on ${waMessages.id} = r.message_id`;
  return statementOf(
    query
      .select({ id: sql<string>`wa_messages.id`, place: sql<number>`wa_message_search.rowid` })
      .from(source as never)
      .where(and(sql`wa_message_search match ${terms}`, beyond, where))
      .orderBy(order === 'desc' ? sql`wa_message_search.rowid desc` : sql`wa_message_search.rowid asc`)
      .limit(limit),
  );
}

/** Among so many messages, a word of every eighth fills a page of 25. */
const READ_BEFORE_INDEX = 200;

interface NearbySearch {
  nearby: SQL | undefined;
  matches: SQL | undefined;
  byId: SQL;
  limit: number;
}

/** PostgreSQL’s word index has no order: alone it would read every message with a frequent word for each page. */
const nearbyFirst = ({ nearby, matches, byId, limit }: NearbySearch): SQL => sql`(
  with near as materialized (
    select id from (select * from wa_messages where ${nearby} order by ${byId} limit ${READ_BEFORE_INDEX}) wa_messages
    where ${matches} order by ${byId} limit ${limit}
  )
  select id from near where (select count(*) from near) = ${limit}
  union all
  (select id from wa_messages where ${matches} and (select count(*) from near) < ${limit} order by ${byId} limit ${limit})
) wa_messages`;

interface ChatSearch {
  where: SQL | undefined;
  after: { at: Date; id: string } | undefined;
  limit: number;
}

export function chatsFound(store: Store, workspaceId: string, { where, after, limit }: ChatSearch): IdStatement {
  return statementOf(
    queries(store)
      .select({ id: waChats.id, place: waChats.id })
      .from(waChats)
      .where(and(eq(waChats.workspaceId, workspaceId), where, after && chatsAfter(after)))
      .orderBy(desc(waChats.lastMessageAt), desc(waChats.id))
      .limit(limit),
  );
}

export const chatsAfter = ({ at, id }: { at: Date; id: string }): SQL | undefined =>
  and(lte(waChats.lastMessageAt, at), or(lt(waChats.lastMessageAt, at), lt(waChats.id, id)));

/** Ids contain no quote, and no wildcard but `_`, which matches itself. Chats keep ids of deleted labels. */
export const hasLabel = (labelId: string): SQL =>
  sql`cast(${waChats.labelIds} as text) like ${`%"${labelId}"%`} and exists (select 1 from ${waLabels} where ${waLabels.id} = ${labelId})`;

export function contactsFound(
  store: Store,
  workspaceId: string,
  { where, after, limit }: { where: SQL | undefined; after: string | undefined; limit: number },
): IdStatement {
  const beyond = after === undefined ? undefined : lt(waContacts.id, after);
  return statementOf(
    queries(store)
      .select({ id: waContacts.id, place: waContacts.id })
      .from(waContacts)
      .where(and(eq(waContacts.workspaceId, workspaceId), where, beyond))
      .orderBy(desc(waContacts.id))
      .limit(limit),
  );
}

/** The index contains ids without their prefixes. */
const bare = (id: string): string => id.slice(id.indexOf('_') + 1);

/** Quotes prevent query syntax. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

function askedOfSqlite(words: readonly string[], places: readonly string[]): string {
  const place = places.map((id) => quoted(bare(id))).join(' AND ');
  const text = words.map((word, index) => (index === words.length - 1 ? `${quoted(word)} *` : quoted(word)));
  return `place : (${place}) AND words : (${text.join(' AND ')})`;
}

const VECTOR = sql.raw(
  `to_tsvector('simple', split_part("workspace_id", '_', 2) || ' ' || split_part("instance_id", '_', 2) || ' ' || split_part("chat_id", '_', 2) || ' ' || translate("search", '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)))`,
);

/** Words contain only letters and digits, so none can end its quotes. */
function matchesOnPostgres(words: readonly string[], places: readonly string[]): SQL {
  const text = words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`));
  const terms = [...places.map((id) => `'${bare(id)}'`), ...text].join(' & ');
  return sql`"search" <> '' and ${VECTOR} @@ to_tsquery('simple', ${terms})`;
}

function statementOf(query: { toSQL(): { sql: string; params: unknown[] } }): IdStatement {
  const { sql: text, params } = query.toSQL();
  return { text: numberedValues(text), params: params as SearchValue[] };
}
