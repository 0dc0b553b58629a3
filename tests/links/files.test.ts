import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { memberOf } from '../support/people';
import { freshSlug, importScene } from './import-scene';

const server = await startServer();
afterAll(() => server.stop());

const CSV = { 'content-type': 'text/csv' };

/** A workspace with a member at the console, as a browser sends files there. */
async function consolePlace(role: 'developer' | 'viewer' = 'developer') {
  const scene = await importScene(server);
  const { cookie } = await memberOf(server, scene.workspaceId, role);
  const own = { cookie, 'sec-fetch-site': 'same-origin', 'x-workspace-id': scene.workspaceId };
  const get = (path: string, headers: Record<string, string> = own) => fetch(`${server.url}/trpc/${path}`, { headers });
  const send = (file: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/trpc/links.imports.create`, {
      method: 'POST',
      headers: { origin: server.url, ...own, ...CSV, ...headers },
      body: file,
    });
  return { ...scene, own, get, send };
}

const codeOf = async (response: Response): Promise<string> => {
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
};

test('the console imports a file and exports it again with its session', async () => {
  const { send, get, ended } = await consolePlace();
  const slug = freshSlug();
  const sent = await send(`url,slug\nhttps://example.com/file,${slug}\n`);
  const { id } = (await sent.json()) as { id: string };
  expect(sent.status).toBe(202);
  expect(await ended(id)).toMatchObject({ status: 'completed', created: 1 });

  const exported = await get('links.export?format=csv');
  expect(exported.headers.get('content-type')).toContain('text/csv');
  expect(await exported.text()).toContain(slug);
  expect((await get('links.analytics.export?group_by=country')).status).toBe(200);
});

test('only a page of a member has access', async () => {
  const { own, get, send, secret, workspaceId } = await consolePlace();
  const other = await consolePlace();
  expect(await codeOf(await get('links.export', { ...own, cookie: '' }))).toBe('401 session_required');
  // A workspace of others looks like none.
  expect(await codeOf(await get('links.export', { ...own, 'x-workspace-id': other.workspaceId }))).toBe(
    '404 not_found',
  );
  expect(await codeOf(await get('links.export', { ...own, 'sec-fetch-site': 'cross-site' }))).toBe('403 csrf_failed');
  expect(await codeOf(await send('url\n', { origin: 'https://evil.example' }))).toBe('403 csrf_failed');
  // Keys have a door of their own.
  const byKey = { authorization: `Bearer ${secret}`, 'x-workspace-id': workspaceId };
  expect(await codeOf(await get('links.export', byKey))).toBe('401 session_required');
});

test('a form of another site cannot set the workspace header, and is refused', async () => {
  const { own, allLinks } = await consolePlace();
  const form = new FormData();
  form.set('file', new File(['url\nhttps://example.com/\n'], 'links.csv'));
  const headers = { cookie: own.cookie, origin: server.url, 'sec-fetch-site': 'same-origin' };
  const sent = await fetch(`${server.url}/trpc/links.imports.create`, { method: 'POST', headers, body: form });
  expect(await codeOf(sent)).toBe('403 csrf_failed');
  expect(await allLinks()).toEqual([]);
});

test('a viewer can export, not import', async () => {
  const { get, send } = await consolePlace('viewer');
  expect((await get('links.export')).status).toBe(200);
  expect(await codeOf(await send('url\nhttps://example.com/\n'))).toBe('403 insufficient_role');
});
