import { expect, test } from 'bun:test';

import { createGuard, type GuardSettings } from '../../server/egress/guard';

const words = (text: string): string[] => text.trim().split(/\s+/);

const settings: GuardSettings = {
  allowPrivate: [],
  allowHttp: false,
  host: '0.0.0.0',
  port: 3000,
  baseUrl: 'https://switchboard.example.com',
  dns: [],
  proxied: false,
};
const strict = createGuard(settings);
const open = createGuard({ ...settings, allowHttp: true });

const LOCAL = words(`
  127.0.0.1 127.1 127.0.1 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 0x7F.0x0.0x0.0x1
  %31%32%37.0.0.1 １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1 127.0.0.1. 0 0.0.0.0 [::1] [::] [::ffff:7f00:1]
  [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1]
  [2002:7f00:1::] [2001:0:7f00:1::1] [fe80::1] [fc00::1] 10.0.0.1 0xa.0.0.1 012.0.0.1 167772161
  169.254.169.254 [::ffff:a9fe:a9fe] 2852039166 192.168.1.1 172.16.0.1 100.64.0.1 224.0.0.1
  255.255.255.255 198.51.100.1 localhost localhost. LOCALHOST ｌｏｃａｌｈｏｓｔ a.localhost a.localhost.
  printer.local db.internal router.home.arpa abc.onion n8n n8n. metadata.google.internal intranet
`);
const MALFORMED = [
  '',
  'hooks.example.com',
  '//a.example.com',
  'https:a.example.com',
  'https:///a.example.com',
  'https://',
  'ftp://a.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'wss://a.example.com',
  'switchboard://inbox',
  'https://user@a.example.com',
  'https://user:pass@a.example.com',
  'https://@a.example.com',
  'https://:@a.example.com',
  'https://a.example.com/#part',
  'https://a.example.com/?x#',
  'https://[fe80::1%25eth0]/',
  'https://[::1%eth0]/',
  'https://a..example.com',
  'https://.a.example.com',
  'https://a.example.com..',
  'https://-a.example.com',
  'https://a.example.com\\@127.0.0.1',
  ' https://a.example.com',
  'https://a.exa\tmple.com',
  'https://a.example.com/a b',
  'https://a.example.com/\r\nhost: x',
  'https://a.example.com/\u0000',
  'https://256.1.1.1',
  'https://1.2.3.4.5',
  'https://4294967296',
  'https://a.example.com:65536',
  'https://*.example.com',
  `https://${'a'.repeat(64)}.example.com`,
  `https://a.example.com/${'a'.repeat(2048)}`,
  `https://a.example.com/${'é'.repeat(1000)}`,
];

test('no spelling of a private, local or reserved host passes, whatever the scheme', () => {
  const passed = LOCAL.flatMap((host) =>
    [
      strict.check(`https://${host}/hook`, 'webhook'),
      open.check(`http://${host}:8080/`, 'webhook'),
      strict.check(`https://${host}/`, 'download'),
    ]
      .filter((result) => result.ok || result.code !== 'forbidden_target')
      .map(() => host),
  );
  expect(passed).toEqual([]);
});

test('a malformed URL is distinguished from a forbidden one, with a readable message', () => {
  for (const text of MALFORMED) {
    const result = strict.check(text, 'webhook');
    expect([text, result.ok ? 'passed' : result.code]).toEqual([text, 'invalid_url']);
    if (!result.ok) expect(result.reason).toMatch(/^Must .*\.$/);
  }
});

test('what passes is written in one way', () => {
  const written = (text: string) => {
    const result = strict.check(text, 'webhook');
    return result.ok ? result.href : result.reason;
  };
  expect(written('https://hooks.example.com')).toBe('https://hooks.example.com/');
  expect(written('HTTPS://Hooks.Example.com.:443/a/../b?c=d')).toBe('https://hooks.example.com/b?c=d');
  expect(written('https://пример.рф/x')).toBe('https://xn--e1afmkfd.xn--p1ai/x');
  expect(written('https://134744072/')).toBe('https://8.8.8.8/');
  expect(written('https://[2606:4700:0:0::1111]:8443/')).toBe('https://[2606:4700::1111]:8443/');
  expect(written('https://[::ffff:8.8.8.8]/')).toBe('https://8.8.8.8/');
  expect(written('https://127.0.0.1.nip.example.com/')).toBe('https://127.0.0.1.nip.example.com/');
});

test('ports are those of the web, or unprivileged', () => {
  const passes = (port: number) => strict.check(`https://a.example.com:${port}/`, 'webhook').ok;
  expect([443, 80, 1024, 8443, 65_535].every(passes)).toBe(true);
  expect([0, 1, 22, 25, 445, 1023].some(passes)).toBe(false);
});

test('plain http needs the setting, but for downloads', () => {
  const url = 'http://a.example.com/file';
  expect(strict.check(url, 'webhook')).toMatchObject({ code: 'invalid_url', reason: 'Must begin with https://.' });
  expect(open.check(url, 'webhook').ok).toBe(true);
  expect(strict.check(url, 'download').ok).toBe(true);
});

test('the operator’s exceptions hold for webhooks alone, for the very host or the network', () => {
  const guard = createGuard({ ...settings, allowPrivate: ['10.1.0.0/16', 'n8n', 'host.docker.internal'] });
  const passes = [
    'http://n8n:5678/webhook/x',
    'https://N8N./x',
    'http://host.docker.internal:1234/',
    'http://10.1.2.3/',
    'https://[::ffff:10.1.2.3]/',
  ];
  for (const url of passes) {
    expect([url, guard.check(url, 'webhook').ok]).toEqual([url, true]);
    expect([url, guard.check(url, 'download').ok]).toEqual([url, false]);
  }
  for (const url of [
    'http://10.2.0.1/',
    'http://n8n2/',
    'https://x.n8n.internal/',
    'http://docker.internal/',
    'http://localhost:5678/',
  ]) {
    expect([url, guard.check(url, 'webhook').ok]).toEqual([url, false]);
  }
});

test('nothing leads back to this service, whatever is allowed', () => {
  const everything = ['0.0.0.0/0', '::/0', 'localhost', 'switchboard.example.com'];
  const guard = createGuard({ ...settings, allowPrivate: everything, allowHttp: true });
  const own = words(`
  https://switchboard.example.com/ http://switchboard.example.com:8080/ https://SWITCHBOARD.example.com./
  http://127.0.0.1:3000/ http://127.9.9.9:3000/ http://[::1]:3000/ http://0.0.0.0:3000/
  http://[::ffff:127.0.0.1]:3000/
`);
  for (const url of own) expect([url, guard.check(url, 'webhook')]).toMatchObject([url, { code: 'forbidden_target' }]);
  expect(guard.check('http://127.0.0.1:3001/', 'webhook').ok).toBe(true);

  const local = createGuard({
    ...settings,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    allowPrivate: everything,
  });
  expect(local.check('http://localhost:3000/', 'webhook').ok).toBe(false);
  expect(local.check('http://localhost:4000/', 'webhook').ok).toBe(true);
});
