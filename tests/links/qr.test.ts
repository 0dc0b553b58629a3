import { afterAll, expect, test } from 'bun:test';

import jsQR from 'jsqr';
import { PNG } from 'pngjs';

import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

async function createScene() {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId);
  const { body: link } = await restClient(server.url, secret)('POST', '/links', { url: 'https://example.com' });
  const draw = (query = '', headers: Record<string, string> = {}, key = secret) =>
    fetch(`${server.url}/api/v1/links/${link.id}/qr${query}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  return { workspaceId, link, draw };
}

test('the code of a link leads to its short link, and marks the scan', async () => {
  const { link, draw } = await createScene();
  const response = await draw('?format=png&size=300');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('content-disposition')).toBeNull();
  const { width, height, data } = PNG.sync.read(Buffer.from(await response.arrayBuffer()), { checkCRC: true });
  expect([width, height]).toEqual([300, 300]);
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(`${link.short_url}?qr=1`);
});

test('it is SVG by default, and a download on request', async () => {
  const { link, draw } = await createScene();
  const response = await draw();
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(await response.text()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" width="512"');
  const file = await draw('?download=1&format=png');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="qr-${link.slug}.png"`);
});

test('it has an ETag, and is answered by 304 when unchanged', async () => {
  const { draw } = await createScene();
  const tag = (await draw()).headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  const again = await draw('', { 'if-none-match': tag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  expect((await draw('?size=100', { 'if-none-match': tag })).status).toBe(200);
});

test('a code that readers could not scan, and an unknown option, are refused', async () => {
  const { draw } = await createScene();
  const answerOf = async (query: string) => {
    const response = await draw(query);
    const body = (await response.json()) as { code: string; errors: { in: string; pointer: string; code: string }[] };
    return [response.status, body.code, body.errors[0]?.in, body.errors[0]?.pointer, body.errors[0]?.code];
  };
  expect(await answerOf('?color=ffffff')).toEqual([422, 'unprocessable', 'query', '/color', 'qr_contrast']);
  expect(await answerOf('?size=64&margin=16&error_correction=H&format=png')).toEqual([
    422,
    'unprocessable',
    'query',
    '/size',
    'qr_too_small',
  ]);
  for (const query of [
    'size=63',
    'size=2049',
    'margin=17',
    'error_correction=X',
    'color=red',
    'color=transparent',
    'format=gif',
    'download=2',
  ]) {
    const [status, code, where, pointer] = await answerOf(`?${query}`);
    expect([status, code, where, pointer]).toEqual([400, 'validation_failed', 'query', `/${query.split('=')[0]}`]);
  }
});

test('it is not visible to other workspaces', async () => {
  const { workspaceId, link, draw } = await createScene();
  const outsider = await seedKey(await seedWorkspace());
  const creator = await seedKey(workspaceId, { scopes: ['links:create'] });
  const narrowed = await seedKey(workspaceId, { resources: { link_domains: [newId('dom')] } });
  expect((await draw('', {}, outsider.secret)).status).toBe(404);
  expect((await draw('', {}, creator.secret)).status).toBe(403);
  expect((await draw('', {}, narrowed.secret)).status).toBe(404);
  const unknown = await fetch(`${server.url}/api/v1/links/${newId('lnk')}/qr`, {
    headers: { authorization: `Bearer ${outsider.secret}` },
  });
  expect([unknown.status, link.id.startsWith('lnk_')]).toEqual([404, true]);
});
