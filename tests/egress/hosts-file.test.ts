import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createGuard } from '../../server/egress/guard';
import { createResolver } from '../../server/egress/resolver';
import { startNameServer } from '../support/name-server';

test('a name that the operator allows is looked up in the hosts file first, no other name is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-hosts-'));
  const hostsFile = join(folder, 'hosts');
  const lines = [
    '127.0.0.1 localhost',
    '# 10.0.0.9 host.docker.internal',
    '172.17.0.1\thost.docker.internal gateway # bridge',
  ];
  writeFileSync(hostsFile, [...lines, 'nonsense host.docker.internal', '8.8.8.8 public.example.com', ''].join('\n'));
  const names = await startNameServer({ 'public.example.com': { addresses: ['1.1.1.1'] } });
  const settings = {
    allowPrivate: ['host.docker.internal'],
    allowHttp: false,
    host: '127.0.0.1',
    port: 3000,
    baseUrl: 'https://switchboard.example.com',
    dns: [],
    proxied: false,
    hostsFile,
  };
  const guard = createGuard(settings, createResolver([names.address]));

  const { targets } = await guard.vet('http://host.docker.internal:5678/x', 'webhook');
  expect(targets.map(({ address, isPrivate }) => [address, isPrivate])).toEqual([['172.17.0.1', true]]);
  const other = await guard.vet('https://public.example.com/', 'webhook');
  expect(other.targets.map(({ address }) => address)).toEqual(['1.1.1.1']);
  names.stop();
  rmSync(folder, { recursive: true });
});
