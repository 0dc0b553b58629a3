import { afterAll, expect, test } from 'bun:test';

import { joinEgress } from '../../server/egress/egress';
import { createGuard } from '../../server/egress/guard';
import { createResolver } from '../../server/egress/resolver';
import type { HeaderList, Wire } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { startNameServer } from '../support/name-server';
import { reply, SMALL_LIMITS, startReceiver } from '../support/receiver';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** By path, what the internet answers; `seen` has the requests. */
const pages: Record<string, string> = {};
const internet = await startReceiver((socket, request) => {
  const path = /^GET (\S+)/.exec(request)?.[1] ?? '';
  socket.write(pages[path] ?? reply('none', '404 Not Found'));
});
const names = await startNameServer({
  'files.example.com': { addresses: ['8.8.8.8'] },
  'cdn.example.com': { addresses: ['8.8.4.4'] },
  'inner.example.com': { addresses: ['10.0.0.1'] },
});
const guard = createGuard(
  {
    allowPrivate: ['127.0.0.0/8', '10.0.0.0/8', 'inner.example.com'],
    allowHttp: true,
    host: '127.0.0.1',
    port: 1,
    baseUrl: 'https://switchboard.example.com',
    dns: [],
    proxied: false,
  },
  createResolver([names.address]),
);

/** The real guard, and the real wire but for its cables: every public address leads to the receiver above. */
const wire = createWire();
const routed: Wire = {
  post: () => Promise.reject(new Error('Nothing posts here.')),
  get: (target, headers, limits) =>
    wire.get({ ...target, address: '127.0.0.1', port: internet.port, tls: false }, headers, limits),
  send: () => Promise.reject(new Error('Nothing calls here.')),
  close: () => wire.close(),
};
const egress = joinEgress(guard, routed);
afterAll(() => {
  egress.close();
  names.stop();
  internet.stop();
});

const redirect = (location: string, status = 302) => reply('', `${status} Found`, `location: ${location}\r\n`);
const get = (url: string, headers: HeaderList = []) => egress.get(url, headers, SMALL_LIMITS);
const failed = (url: string) => get(url).catch((error: unknown) => error);
const last = () => internet.seen.requests.at(-1) ?? '';

test('three redirects are followed, relative ones too, and a fourth is not', async () => {
  for (const step of [0, 1, 2]) pages[`/${step}`] = redirect(`/${step + 1}#part`, [301, 303, 308][step]);
  pages['/3'] = reply('there');
  const { url, status, body } = await get('https://files.example.com/0');
  expect([url, status, new TextDecoder().decode(body)]).toEqual(['https://files.example.com/3', 200, 'there']);

  pages['/3'] = redirect('/4');
  expect(await failed('https://files.example.com/0')).toMatchObject({
    code: 'protocol_error',
    detail: 'More than 3 redirects.',
  });
});

test('each redirect is checked again, without the exceptions for webhooks', async () => {
  const before = internet.seen.requests.length;
  const targets = words(`
  http://169.254.169.254/latest/meta-data/ http://127.0.0.1/ https://127.0.0.1/ https://2130706433/
  https://[::1]/ https://[::ffff:10.0.0.1]/ https://10.0.0.1/ https://inner.example.com/
  https://localhost/ //10.0.0.1/ file:///etc/passwd ftp://files.example.com/
  https://user:pass@cdn.example.com/ https://switchboard.example.com/ https://files.example.com:22/
`);
  for (const target of targets) {
    pages['/away'] = redirect(target);
    // Over http, so that going from https to http is not what stops it.
    expect([target, await failed('http://files.example.com/away')]).toMatchObject([target, { code: 'ssrf_blocked' }]);
  }
  expect(internet.seen.requests.length).toBe(before + targets.length);
});

test('a redirect from https to http is refused', async () => {
  pages['/down'] = redirect('http://files.example.com/3');
  expect(await failed('https://files.example.com/down')).toMatchObject({ code: 'protocol_error' });
  pages['/3'] = reply('there');
  expect((await get('http://files.example.com/down')).status).toBe(200);
});

test('credentials are sent only to the first host', async () => {
  const headers = [
    ['authorization', 'Bearer s3cr3t'],
    ['x-api-key', 's3cr3t'],
    ['Cookie', 's3cr3t'],
    ['Accept', 'image/*'],
  ] as const;
  pages['/3'] = reply('there');
  pages['/same'] = redirect('/3');
  await get('https://files.example.com/same', headers);
  expect(last()).toContain('Bearer s3cr3t');

  pages['/other'] = redirect('https://cdn.example.com/3');
  const { url } = await get('https://files.example.com/other', headers);
  expect(url).toBe('https://cdn.example.com/3');
  expect(last()).not.toContain('s3cr3t');
  expect(last()).toContain('Accept: image/*');
});

test('a redirect without a target is a response, one to an invalid URL a failure', async () => {
  pages['/none'] = reply('', '302 Found');
  expect((await get('https://files.example.com/none')).status).toBe(302);
  pages['/bad'] = redirect('https://[');
  expect(await failed('https://files.example.com/bad')).toMatchObject({ code: 'protocol_error' });
});
