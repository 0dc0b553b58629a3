import { expect, test } from 'bun:test';

import { and, desc, eq, gt, inArray, isNull, like, not, or, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { queryOf } from '../../server/db/query-of';
import { links, linkTagLinks } from '../../server/links/schema/links';
import { webhooks } from '../../server/webhooks/schema';
import { database } from '../support/app';

const dialect = engine === 'postgres' ? new PgDialect() : new SQLiteSyncDialect();
const taggedIds = queries(database).select({ id: linkTagLinks.linkId }).from(linkTagLinks);

const STATEMENTS: Record<string, SQL | undefined> = {
  'values of columns': and(eq(links.disabled, true), gt(links.createdAt, new Date(0)), eq(webhooks.events, ['*'])),
  'lists of values': and(inArray(links.id, ['a', 'b']), inArray(links.id, ['c'])),
  'nested conditions': or(not(like(links.url, '%x%')), and(isNull(links.expiresAt), eq(links.archived, false))),
  'values and parts of a template': sql`${links.slugKey} = ${'x'} and ${eq(links.id, 'y')}${undefined} limit ${5}`,
  'null in a template': sql`${links.slugKey} is ${null}`,
  'an order': sql` order by ${sql.join([desc(links.id), desc(links.slugKey)], sql`, `)}`,
  'raw text': sql`${sql.raw('1 = 1')} and ${eq(links.id, 'x')}`,
  'a subquery': and(eq(links.workspaceId, 'w'), inArray(links.id, taggedIds)),
  'a table': sql`exists (select 1 from ${links} where ${eq(links.id, 'x')})`,
  'an identifier': sql`${sql.identifier('name')} = ${1}`,
  'values that are written into the text': sql`${links.slugKey} = ${'x'}`.inlineParams(),
  'an expression as a value': eq(links.slugKey, sql`lower(${'X'})`),
};

test.each(Object.entries(STATEMENTS))('%s are written as drizzle writes them', (_, statement) => {
  const { sql: text, params } = dialect.sqlToQuery(statement as SQL);
  expect(queryOf(statement as SQL)).toMatchObject({ sql: text, params });
});
