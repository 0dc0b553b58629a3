import { expect, test } from 'bun:test';

import { readConfig } from '../../server/config/config';
import { ATTEMPT_LIMITS, createEgress } from '../../server/egress/egress';
import { startNameServer } from '../support/name-server';
import { reply, startReceiver } from '../support/receiver';
import { createAuthority } from './certificates';

test('the settings for outgoing requests are off or empty by default', () => {
  expect(readConfig({})).toMatchObject({
    webhookAllowPrivate: [],
    webhookAllowHttp: false,
    webhookShowPrivateResponses: false,
    webhooksPerWorkspace: 50,
    deliveryMaxSockets: 2048,
    deliveryFastSlots: 64,
    egressProxy: undefined,
    egressDns: [],
    egressCaFile: undefined,
  });
});

test('a wrong setting is named at the start', () => {
  const wrong = {
    WEBHOOK_ALLOW_PRIVATE: ['10.0.0.1', '10.0.0.0/33', 'https://n8n', 'n8n:5678', '*.example.com', 'a b'],
    WEBHOOK_ALLOW_HTTP: ['yes', '2'],
    EGRESS_DNS: ['dns.example.com', '1.1.1.1:0', '1.1.1.1:70000', '1.1.1'],
    EGRESS_PROXY: ['proxy:3128', 'socks5://proxy', 'http://proxy/path', 'nonsense'],
    DELIVERY_MAX_SOCKETS: ['0', 'many'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) expect(() => readConfig({ [name]: value })).toThrow(name);
  }
  const right = readConfig({
    WEBHOOK_ALLOW_PRIVATE: '10.1.0.0/16, n8n,fd00::/8',
    WEBHOOK_ALLOW_HTTP: '1',
    EGRESS_DNS: '[::1]:53,10.0.0.2',
  });
  expect(right.webhookAllowPrivate).toEqual(['10.1.0.0/16', 'n8n', 'fd00::/8']);
  expect([right.webhookAllowHttp, right.egressDns]).toEqual([true, ['[::1]:53', '10.0.0.2']]);
});

test('a file without certificates is refused at the start', () => {
  expect(() => createEgress({ ...readConfig({}), egressCaFile: 'README.md' })).toThrow('EGRESS_CA_FILE');
  expect(() => createEgress({ ...readConfig({}), egressCaFile: 'absent.pem' })).toThrow('absent.pem');
});

test('a request goes out as the settings say', async () => {
  const authority = createAuthority();
  const certificate = authority.issue('DNS:hooks.example.com');
  const receiver = await startReceiver((socket) => socket.write(reply('ok')), { certificate });
  const names = await startNameServer({ 'hooks.example.com': { addresses: ['127.0.0.1'] } });
  const config = readConfig({
    PORT: '1',
    BASE_URL: 'https://switchboard.example.com',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    EGRESS_DNS: names.address,
    EGRESS_CA_FILE: authority.rootFile,
  });
  const egress = createEgress(config);
  const url = `https://hooks.example.com:${receiver.port}/hook`;
  const limits = { ...ATTEMPT_LIMITS, totalMs: 5000 };
  const answer = await egress.post(url, 'webhook', [], new Uint8Array(), limits);
  expect(answer).toMatchObject({ status: 200, isPrivate: true });
  expect(Object.values(answer.timings).every((ms) => typeof ms === 'number' && ms > 0)).toBe(true);
  egress.close();

  const strict = createEgress({ ...config, webhookAllowPrivate: [] });
  const refused = await strict.post(url, 'webhook', [], new Uint8Array(), limits).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'ssrf_blocked' });
  strict.close();
  receiver.stop();
  names.stop();
  authority.remove();
});
