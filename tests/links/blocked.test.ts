import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jobsOf } from '../../server/modules';
import { startServer } from '../support/app';
import { importScene } from './import-scene';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-blocked-'));
const list = join(folder, 'hosts.txt');
writeFileSync(list, '');
const server = await startServer({ linkBlocklist: [list] });
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

let times = 0;
async function listHosts(...hosts: string[]): Promise<void> {
  writeFileSync(list, hosts.join('\n'));
  utimesSync(list, (times += 1), times);
  const job = jobsOf(server.services).find(({ name }) => name === 'lists of blocked hosts');
  await job?.run(new AbortController().signal);
}

test('links to a host added to a list are blocked, each with an event, and unblocked when it is removed', async () => {
  const [one, other] = [await importScene(server), await importScene(server)];
  const host = `h${Date.now().toString(36)}.example`;
  const urls = Array.from({ length: 300 }, (_, at) => `https://${at % 2 ? 'www.' : ''}${host}/${at}`);
  await one.run(`url\n${urls.join('\n')}\nhttps://not${host}/\n`);
  await other.call('POST', '/links', { url: `https://${host}/` });

  await listHosts(host);
  const links = await one.allLinks();
  expect(links.filter(({ status }) => status === 'blocked')).toHaveLength(300);
  expect(links.at(-1)).toMatchObject({ status: 'active', url: `https://not${host}/`, version: 1 });
  const { data } = (await one.call('GET', '/events?type=link.blocked&limit=100')).body;
  expect(data).toHaveLength(100);
  expect(data[0].data).toMatchObject({ status: 'blocked', version: 2 });
  expect((await other.call('GET', '/links')).body.data).toMatchObject([{ status: 'blocked' }]);
  expect((await other.call('GET', '/events?type=link.blocked')).body.data).toHaveLength(1);

  const refused = await one.call('POST', '/links', { url: `https://a.${host}/` });
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'blocked_target']);

  await listHosts(host);
  expect((await other.call('GET', '/events?type=link.blocked')).body.data).toHaveLength(1);
  await listHosts('other.example');
  expect((await one.allLinks()).filter(({ status }) => status === 'blocked')).toEqual([]);
});
