import { afterAll, describe, expect, test } from 'bun:test';

import { createTxt } from '../../server/egress/txt';
import { startServer } from '../support/app';
import { startNameServer } from '../support/name-server';
import { freshSlug, linkScenes } from './support';

const names = await startNameServer({});
let target = '';
/** What hosts that are no part of the installation answer, by the first label of their names. */
const answers: Record<string, (path: string) => Response | Promise<Response>> = {};
const asked: string[] = [];
/** Stands where the installation thinks that it listens, as a proxy would. */
const front = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const host = request.headers.get('host') ?? '';
    const { pathname } = new URL(request.url);
    asked.push(`${host} ${pathname}`);
    const own = answers[host.split('.', 1)[0] ?? ''];
    return own ? own(pathname) : fetch(target + pathname, { headers: { host }, redirect: 'manual' });
  },
});
/** Something else on this machine. */
const inside: string[] = [];
const other = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    inside.push(request.url);
    return new Response('secret');
  },
});
const port = front.port ?? 0;
const base = `http://localhost:${port}`;
const server = await startServer(
  { port, baseUrl: base, linksBaseUrl: base, egressDns: [names.address] },
  { unlimited: true },
);
target = server.url;
afterAll(async () => {
  await server.stop();
  await Promise.all([front.stop(true), other.stop(true)]);
  names.stop();
});
const scene = linkScenes(server);

/** A domain whose name has these addresses, checked once. */
async function verify(addresses: string[], at: { name?: string; port?: number } = {}) {
  const bare = `${at.name ?? freshSlug('host')}.example.com`;
  names.zones[bare] = { addresses };
  const own = await scene();
  const domain = await own.domain({ hostname: at.port === undefined ? bare : `${bare}:${at.port}` });
  const { body } = await own.call('POST', `/link-domains/${domain.id}/verify`);
  return { bare, domain, status: body.status as string, error: body.last_error as string };
}

describe('a host is asked for its proof only at its public address', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, in other words', ['0.0.0.0']],
    ['this machine by IPv6', ['::1']],
    ['a private network', ['10.0.0.5']],
    ['another', ['172.16.0.1']],
    ['a third', ['192.168.1.1']],
    ['shared addresses of a provider', ['100.64.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['the metadata, mapped', ['::ffff:169.254.169.254']],
    ['the metadata, through NAT64', ['64:ff9b::a9fe:a9fe']],
    ['unique local addresses', ['fd00:ec2::254']],
    ['link-local addresses', ['fe80::1']],
    ['an address that is public and one that is not', ['93.184.216.34', '127.0.0.1']],
    ['one of each family', ['93.184.216.34', '::1']],
  ])('never in %s', async (_, addresses) => {
    const { status, error } = await verify(addresses);
    expect(status).toBe('pending');
    expect(error).toEndWith('the host cannot be reached: The host has a private, local or reserved address.');
    for (const address of addresses) expect(error).not.toContain(address);
  });

  test('not at another port of this machine, well-known ones included', async () => {
    for (const at of [other.port ?? 0, 22, 6379]) {
      const { status, error } = await verify(['127.0.0.1'], { port: at });
      expect([status, error]).toEqual(['pending', expect.stringContaining('cannot be reached')]);
    }
    expect(inside).toEqual([]);
  });

  test('not by a name of a local network', async () => {
    for (const tld of ['internal', 'local', 'home.arpa']) {
      const bare = `${freshSlug('metadata')}.${tld}`;
      names.zones[bare] = { addresses: ['93.184.216.34'] };
      const own = await scene();
      const { id } = await own.domain({ hostname: bare });
      const { body } = await own.call('POST', `/link-domains/${id}/verify`);
      expect([body.status, body.last_error]).toEqual(['pending', expect.stringContaining('cannot be reached')]);
      expect(names.asked.filter((question) => question === `${bare} A`)).toEqual([]);
    }
  });

  test('at the address that was checked: its name is resolved once', async () => {
    const { bare, domain, status } = await verify(['127.0.0.1'], { port });
    expect(status).toBe('active');
    expect(names.asked.filter((question) => question === `${bare} A`)).toHaveLength(1);
    expect(asked.filter((one) => one.startsWith(bare))).toEqual([`${domain.hostname} ${domain.verification.path}`]);
  });
});

describe('a host that does not answer itself proves nothing', () => {
  test('by a redirect to a server that does', async () => {
    const name = freshSlug('redirect');
    answers[name] = (path) => Response.redirect(`${base}${path}`, 302);
    const before = asked.length;
    const { status, error } = await verify(['127.0.0.1'], { name, port });
    expect([status, error]).toEqual(['pending', expect.stringContaining('it returned status 302.')]);
    expect(asked.slice(before)).toHaveLength(1);
  });

  test('by the proof of another domain', async () => {
    const proven = await verify(['127.0.0.1'], { port });
    const name = freshSlug('copied');
    answers[name] = () =>
      fetch(target + proven.domain.verification.path, { headers: { host: proven.domain.hostname } });
    const { status, error } = await verify(['127.0.0.1'], { name, port });
    expect([status, error]).toEqual(['pending', expect.stringContaining('does not lead to this installation')]);
  });

  test('by an endless response, which is cut off', async () => {
    const name = freshSlug('endless');
    const isCut = Promise.withResolvers<void>();
    const piece = new Uint8Array(16_384).fill(0x78);
    answers[name] = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(piece),
          cancel: () => isCut.resolve(),
        }),
      );
    const { status, error } = await verify(['127.0.0.1'], { name, port });
    expect([status, error]).toEqual(['pending', expect.stringContaining('it returned status 200.')]);
    await isCut.promise;
  });

  test('by headers that are too large', async () => {
    const name = freshSlug('head');
    answers[name] = () => new Response('', { headers: { 'x-large': 'x'.repeat(100_000) } });
    const { status, error } = await verify(['127.0.0.1'], { name, port });
    expect([status, error]).toEqual(['pending', expect.stringContaining('cannot be reached')]);
  });
});

test('silent name servers are given up, however many there are', async () => {
  names.zones['_switchboard.silent.example.com'] = { addresses: [], silent: true };
  const servers = Array.from({ length: 8 }, () => names.address);
  const txt = createTxt(servers, { tryMs: 100, tries: 1 });
  const refusal = await txt('_switchboard.silent.example.com').catch(String);
  expect(refusal).toBe('Error: No name server answered in time.');
});
