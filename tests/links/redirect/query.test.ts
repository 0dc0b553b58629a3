import { afterAll, beforeAll, expect, test } from 'bun:test';

import { forwardQuery, readQuery } from '../../../server/links/redirect/request-url';
import type { ForwardQuery } from '../../../shared/links/links';
import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { seedLink, TARGET, visitor } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  visit = visitor(server.url);
  workspaceId = await seedWorkspace();
});
afterAll(() => server.stop());

const CASES: [destination: string, query: string, mode: ForwardQuery, wanted: string][] = [
  ['https://a.example/', 'x=1', 'none', 'https://a.example/'],
  ['https://a.example/', 'x=1', 'append', 'https://a.example/?x=1'],
  ['https://a.example/?y=2', 'x=1', 'append', 'https://a.example/?y=2&x=1'],
  ['https://a.example/?x=2', 'x=1&z=3', 'append', 'https://a.example/?x=2&z=3'],
  ['https://a.example/?x=2#f?x', 'z=3', 'append', 'https://a.example/?x=2&z=3#f?x'],
  ['https://a.example/#f', 'z=3', 'append', 'https://a.example/?z=3#f'],
  ['https://a.example/?x=2&y=4', 'x=1', 'override', 'https://a.example/?y=4&x=1'],
  ['https://a.example/?x=2&x=3#f', 'x=1&x=9', 'override', 'https://a.example/?x=1&x=9#f'],
  ['https://a.example/?%78=2', 'x=1', 'append', 'https://a.example/?%78=2'],
  ['https://a.example/?a+b=2', 'a%20b=1', 'append', 'https://a.example/?a+b=2'],
  ['https://a.example/?x', 'x=1', 'append', 'https://a.example/?x'],
  ['https://a.example/?', '', 'append', 'https://a.example/?'],
  ['https://a.example/', '%zz=1&&=', 'append', 'https://a.example/?%zz=1&='],
];

test.each(CASES)('%s with ?%s in mode %s is %s', async (url, query, mode, wanted) => {
  expect(forwardQuery(url, query, mode)).toBe(wanted);
  const { slug } = await seedLink(workspaceId, { url, forwardQuery: mode });
  expect((await visit(`/${slug}?${query}`)).location).toBe(wanted);
});

test('only the marker of QR codes is removed', () => {
  expect(readQuery('qr=1')).toEqual({ text: '', isQr: true });
  expect(readQuery('a=1&qr=1&b=2')).toEqual({ text: 'a=1&b=2', isQr: true });
  expect(readQuery('qr=1&b=2')).toEqual({ text: 'b=2', isQr: true });
  expect(readQuery('a=1#qr=1')).toEqual({ text: 'a=1', isQr: false });
  expect(readQuery('qr=2&xqr=1&qr=11')).toEqual({ text: 'qr=2&xqr=1&qr=11', isQr: false });
});

test('no parameter can replace the destination', async () => {
  const evil = 'https://evil.example/';
  const { slug } = await seedLink(workspaceId, { forwardQuery: 'override' });
  const closed = await seedLink(workspaceId, { forwardQuery: 'none' });
  for (const name of ['redir_url', 'url', 'next', 'to', 'pw', 'u', 'redirect', 'destination', 'target', 'q']) {
    const query = `${name}=${encodeURIComponent(evil)}`;
    expect((await visit(`/${slug}?${query}`)).location).toBe(`${TARGET}?${query}`);
    expect((await visit(`/${closed.slug}?${query}`)).location).toBe(TARGET);
    expect((await visit(`/nothing-here?${query}`)).location).toBeNull();
  }
});

test('parameters of a visitor stay in the query, however they are written', async () => {
  const { slug } = await seedLink(workspaceId, { url: 'https://a.example' });
  const { location } = await visit(`/${slug}?x=${encodeURIComponent('é"<>\r\n')}`);
  expect(location).toBe(`https://a.example?x=${encodeURIComponent('é"<>\r\n')}`);
  expect(new URL(location ?? '').host).toBe('a.example');
});
