import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { linkDomains, links } from '../../../server/links/schema/links';
import { newId } from '../../../shared/ids';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import { slugKeyOf } from '../../../shared/links/slugs';
import { database } from '../../support/app';
import { openSocket, type RawAnswer } from '../../support/raw';

const db = queries(database);

export const TARGET = 'https://example.com/landing';
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const PREVIEW_AGENT = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type LinkRow = Partial<typeof links.$inferInsert>;

let slugs = 0;
export const freshSlug = (): string => `t${Date.now().toString(36)}${(slugs += 1)}`;

/** A link straight in the database, for tests of the redirect alone. */
export async function seedLink(workspaceId: string, columns: LinkRow = {}) {
  const slug = columns.slug ?? freshSlug();
  const now = new Date();
  const row = {
    id: newId('lnk'),
    workspaceId,
    domainId: SHARED_DOMAIN_ID,
    slug,
    slugKey: slugKeyOf(slug, false),
    url: TARGET,
    urlHash: 'test',
    urlHost: 'example.com',
    metadata: {},
    redirectStatus: 302,
    targeting: [],
    forwardQuery: 'append',
    source: 'api',
    createdByType: 'key',
    createdById: 'test',
    search: slug,
    createdAt: now,
    updatedAt: now,
    ...columns,
  } satisfies typeof links.$inferInsert;
  await db.insert(links).values(row);
  return row;
}

/** Changes a row behind the back of the redirect, which has to be told. */
export const changeRow = async (id: string, columns: LinkRow): Promise<void> =>
  void (await db.update(links).set(columns).where(eq(links.id, id)));

type DomainColumns = Partial<typeof linkDomains.$inferInsert>;

export async function seedDomain(workspaceId: string, columns: DomainColumns = {}) {
  const now = new Date();
  const row = {
    id: newId('dom'),
    workspaceId,
    hostname: `${freshSlug()}.example`,
    status: 'active',
    token: newId('tok'),
    createdAt: now,
    updatedAt: now,
    ...columns,
  } satisfies typeof linkDomains.$inferInsert;
  await db.insert(linkDomains).values(row);
  return row;
}

/** A visitor of one server: follows nothing, and says what a browser says. */
export const visitor =
  (url: string) =>
  async (path: string, { method = 'GET', host, headers = {}, body }: Visit = {}): Promise<Seen> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': BROWSER, accept: 'text/html', ...(host ? { host } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, location, text };
  };

interface Visit {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}
export interface Seen {
  status: number;
  headers: Headers;
  location: string | null;
  text: string;
}

/** Sends a request as it stands, for paths and hosts that a client would put right. */
export async function ask(port: number, line: string, ...fields: string[]): Promise<RawAnswer | undefined> {
  using socket = await openSocket(port);
  socket.send(Buffer.from(`${line}\r\n${fields.join('\r\n')}${fields.length > 0 ? '\r\n' : ''}\r\n`, 'latin1'));
  return await socket.answer();
}
