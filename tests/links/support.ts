import type { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

type Server = Awaited<ReturnType<typeof startServer>>;
export type LinkScene = Awaited<ReturnType<ReturnType<typeof linkScenes>>>;

let made = 0;
/** A slug that no other test has. */
export const freshSlug = (name = 'slug'): string => `${name}-${process.pid}-${(made += 1)}`;

/** Makes scenes: each a workspace of its own with a key that may do all. */
export function linkScenes(server: Pick<Server, 'url'>) {
  return async function scene() {
    const workspaceId = await seedWorkspace('Links');
    const keyOf = async (columns: Parameters<typeof seedKey>[1]) =>
      restClient(server.url, (await seedKey(workspaceId, columns)).secret);
    const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true });
    const call = restClient(server.url, secret);
    const expectStatus = expecting(call);
    return {
      workspaceId,
      keyId,
      secret,
      call,
      keyOf,
      expectStatus,
      link: (change: object = {}) => expectStatus(201, 'POST', '/links', { url: 'https://example.com/', ...change }),
      /** A domain that needs no proof, since the installation is on loopback. */
      domain: (change: object = {}) =>
        expectStatus(201, 'POST', '/link-domains', { hostname: `${freshSlug('host')}.localhost`, ...change }),
      /** Events of the workspace, oldest first. */
      events: async (type?: string) =>
        (await expectStatus(200, 'GET', `/events?sort=created_at&limit=100${type ? `&type=${type}` : ''}`)).data as {
          type: string;
          data: Record<string, unknown>;
        }[],
    };
  };
}

type LinksFixtures = Awaited<ReturnType<typeof addLinksFixtures>>;

/** Two or more of everything that belongs to links, made by a key that may do all. */
export async function addLinksFixtures(call: ReturnType<typeof restClient>) {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const link = (change: object = {}) => make('/links', { url: 'https://example.com/', ...change });
  const domain = () => make('/link-domains', { hostname: `${freshSlug('host')}.localhost` });
  const tag = (name: string) => make('/link-tags', { name });
  const [tagId, spareTag] = [await tag('fixtures'), await tag('spare')];
  const [domainId, spareDomain] = [await domain(), await domain()];
  const externalId = freshSlug('fixtures');
  const fixtures = await link({ external_id: externalId, tags: ['fixtures'], domain_id: domainId });
  const { body } = await call('GET', `/links/${fixtures}`);
  return {
    link: fixtures,
    externalId,
    address: { host: body.domain as string, slug: body.slug as string, shortUrl: body.short_url as string },
    spare: await link(),
    domain: domainId,
    spareDomain,
    tag: tagId,
    spareTag,
  };
}

/** Ids and values with which requests of links succeed, as the contract’s tests name them. */
export const knownLinkIds = (of: LinksFixtures): Record<string, string[]> => ({
  link_id: [of.link],
  'links_delete.link_id': [of.spare],
  domain_id: [of.domain],
  'links_domains_delete.domain_id': [of.spareDomain],
  tag_id: [of.tag],
  'links_tags_delete.tag_id': [of.spareTag],
  external_id: [of.externalId],
  'links_lookup.domain': [of.address.host],
  'links_lookup.slug': [of.address.slug],
  'links_lookup.short_url': [of.address.shortUrl],
  ...Object.fromEntries(
    ['links_create', 'links_upsert', 'links_bulk_create', 'links_update', 'links_bulk_update'].map((id) => [
      `${id}.url`,
      ['https://example.com/known'],
    ]),
  ),
  ...Object.fromEntries(
    ['expired_url', 'limit_reached_url', 'image_url', 'root_url', 'not_found_url'].map((name) => [
      name,
      ['https://example.com/elsewhere'],
    ]),
  ),
  // One that exists is a conflict there.
  'links_create.external_id': [],
  'links_bulk_create.external_id': [],
  'links_domains_create.hostname': ['go.example.com', 'to.example.org'],
});
