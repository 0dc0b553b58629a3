import { afterAll, beforeAll, expect, test } from 'bun:test';

import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { ask, freshSlug, seedDomain, seedLink, TARGET } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let port: number;
let slug: string;
let host: string;
let deep: string;
beforeAll(async () => {
  server = await startServer();
  port = Number(new URL(server.url).port);
  const workspaceId = await seedWorkspace();
  ({ slug } = await seedLink(workspaceId));
  deep = (await seedLink(workspaceId, { slug: `${freshSlug()}/b` })).slug;
  const domain = await seedDomain(workspaceId);
  host = domain.hostname;
  for (const name of ['café', '日本/語', '🎉', 'a%b']) await seedLink(workspaceId, { domainId: domain.id, slug: name });
});
afterAll(() => server.stop());

const locationOf = async (path: string, at = 'localhost') => {
  const answer = await ask(port, `GET ${path} HTTP/1.1`, `Host: ${at}`);
  return [answer?.status, answer?.headers.get('location')];
};

test('a slug is found in any case, with one trailing slash, and escaped', async () => {
  const escaped = slug.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  for (const path of [slug, slug.toUpperCase(), `${slug}/`, escaped, `${slug}?`, `${slug}?a`, `x/../${slug}`]) {
    expect([path, ...(await locationOf(`/${path}`))]).toEqual([
      path,
      302,
      path.endsWith('?a') ? `${TARGET}?a` : TARGET,
    ]);
  }
  expect(await locationOf(`/${deep}`)).toEqual([302, TARGET]);
  expect(await locationOf(`/${deep.replace('/', '\\')}`)).toEqual([302, TARGET]);
});

test('a slug beyond ASCII is found in each of its spellings', async () => {
  for (const path of [
    'caf%C3%A9',
    'cafe%CC%81',
    'CAF%C3%89',
    '%E6%97%A5%E6%9C%AC/%E8%AA%9E',
    '%F0%9F%8E%89',
    '%F0%9F%8E%89%EF%B8%8F',
  ]) {
    expect([path, ...(await locationOf(`/${path}`, host))]).toEqual([path, 302, TARGET]);
  }
  expect(await locationOf('/caf\u00c3\u00a9', host)).toEqual([302, TARGET]);
});

test('paths that cannot be a slug are not found', async () => {
  const paths = [
    `/${slug}//`,
    `//${slug}`,
    '//',
    `/${deep.replace('/', '%2f')}`,
    `/${deep.replace('/', '%2F')}`,
    `/${slug}%00`,
    '/%00',
    '/%ff',
    '/%c3%28',
    '/%E0%A4%A',
    `/${slug}%`,
    `/${slug}%zz`,
    `/${slug};x`,
    `/${slug}#x`,
    `/${slug}@`,
    `/${slug}%20`,
    `/${slug}%3f`,
    `/${slug}%23`,
    `/${slug}%2b`,
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/a/.env.local',
    '/index.php/x',
    `/${'a'.repeat(10_240)}`,
    `/${'%61'.repeat(400)}`,
    '/a%b',
  ];
  for (const path of paths) {
    expect([path.slice(0, 40), ...(await locationOf(path))]).toEqual([path.slice(0, 40), 404, null]);
    expect([path.slice(0, 40), ...(await locationOf(path, host))]).toEqual([path.slice(0, 40), 404, null]);
  }
});

test('dots cannot hide or create a reserved word', async () => {
  for (const path of ['/a/../api/x', '/%2e%2e/api/x', '/./api/x', '/a/%2E%2E/API/x']) {
    const answer = await ask(port, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Accept: application/json');
    expect([path, answer?.status, answer?.code]).toEqual([path, 404, 'route_not_found']);
  }
});
