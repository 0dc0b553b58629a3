import { describe, expect, test } from 'bun:test';

import { mask, maskBody } from '../../server/secrets/mask';
import { base62Token, newKeySecret } from '../../server/secrets/tokens';

const KEY = newKeySecret('ak');
const BROWSER_KEY = newKeySecret('pk');
const TOKEN = base62Token(43);

describe('masking hides', () => {
  const lines: [what: string, line: string, secret: string][] = [
    ['a key in a sentence', `key ${KEY} failed`, KEY],
    ['a key of another kind, behind letters', `token_${BROWSER_KEY}`, BROWSER_KEY],
    ['a key in an encoded URL', `/x?q=%20${KEY}`, KEY],
    ['a key that was cut', `got ${KEY.slice(0, 30)}`, KEY.slice(6, 30)],
    ['a Bearer credential', 'Authorization: Bearer abc.def-ghi', 'abc.def-ghi'],
    ['a Bearer credential in JSON', '{"authorization":"bearer eyJhbGciOi.x.y"}', 'eyJhbGciOi'],
    ['a Bearer credential alone', 'sent BEARER  s3cr3tvalue to', 's3cr3tvalue'],
    ['a Basic credential', 'authorization=Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['a credential without scheme', 'Authorization: plainsecret', 'plainsecret'],
    ['a cookie', 'Cookie: theme=dark; sid=s3cr3t', 's3cr3t'],
    ['a cookie in quotes', 'Cookie: a="s3cr3t value"; b=2', 's3cr3t'],
    ['a cookie in JSON', '{"cookie":"a=\\"s3cr3t\\"; b=x","z":1}', 's3cr3t'],
    ['a cookie without a name', 'Cookie: s3cr3t', 's3cr3t'],
    ['a cookie that is set', 'Set-Cookie: sid=s3cr3t; Path=/; HttpOnly', 's3cr3t'],
    ['cookies set in a list', '{"set-cookie":["a=b; Path=/","c=s3cr3t"]}', 's3cr3t'],
    ['a session cookie by its name', 'got __Host-sb_session=abcdef123', 'abcdef123'],
    ['a loopback session cookie', 'got sb_session_3000=abcdef123;', 'abcdef123'],
    ['a device cookie', 'sb_device%3Dabcdef123', 'abcdef123'],
    ['a webhook secret', 'secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', 'MfKQ9r8'],
    ['a setup link', `open http://localhost:3000/user/api/setup#token=${TOKEN}`, TOKEN],
    ['an invitation link', `https://h/user/api/invite#${TOKEN}`, TOKEN],
    ['an encoded invitation link', `next=https%3A%2F%2Fh%2Finvite%23${TOKEN}`, TOKEN],
    ['a token in a query', 'GET /reset?token=short-one&x=1', 'short-one'],
    ['a token in JSON', `{"token":"${TOKEN}"}`, TOKEN],
    ['a short token in JSON', '{"verify_token": "sh\\"ort"}', 'ort'],
    ['a secret that was cut', '{"app_secret":"s3cr', 's3cr'],
    ['a secret under a mistyped name', '{"secrets":"s3cr3t"}', 's3cr3t'],
    ['a secret in a list', '{"secret":["s3cr3t"]}', 's3cr3t'],
    ['a password', '{\'password\':"s3cr3t"}', 's3cr3t'],
    ['a token of Meta', 'got EAAG0123456789abcdefghijkl', '0123456789abcdefghijkl'],
    ['who signs in to an address', 'GET http://user:s3cr3t@proxy:3128/', 's3cr3t'],
    ['who signs in to an address in JSON', String.raw`{"url":"http:\/\/user:s3cr3t@proxy"}`, 's3cr3t'],
  ];
  for (const [what, line, secret] of lines) {
    test(what, () => {
      expect(line).toContain(secret);
      expect(mask(line)).not.toContain(secret);
      expect(mask(line)).toContain('[redacted]');
    });
  }

  test('every occurrence in a long text', () => {
    const text = Array.from({ length: 200 }, () => `${newKeySecret('wa')} whsec_abc123 #token=${base62Token(43)}`).join(
      '\n',
    );
    expect(mask(text).match(/\[redacted\]/g)).toHaveLength(600);
  });

  test('the same when it runs twice', () => {
    for (const [, line] of lines) expect(mask(mask(line))).toBe(mask(line));
  });
});

describe('masking a body', () => {
  test.each([
    [
      '{"url":"u","headers":{"x-team":"s3cr3t"},"name":"n"}',
      '{"url":"u","headers":{"x-team":"[redacted]"},"name":"n"}',
    ],
    [
      '{ "headers" : {\n"a:b" : "s3\\"cr3t", "c":"••••" }, "x": "y" }',
      '{ "headers" : {\n"a:b" : "[redacted]", "c":"••••" }, "x": "y" }',
    ],
    ['{"headers":{"a":["s3cr3t",1]}}', '{"headers":{"a":["[redacted]",1]}}'],
    ['{"headers":[["a","s3cr3t"]]}', '{"headers":[["[redacted]","[redacted]"]]}'],
    ['{"headers":{"a":"s3cr', '{"headers":{"a":"[redacted]'],
    ['{"headers":{"a":"x"}}{"headers":{"b":"y"}}', '{"headers":{"a":"[redacted]"}}{"headers":{"b":"[redacted]"}}'],
    ['{"headers":null,"name":"n","secret":"whsec_abc"}', '{"headers":null,"name":"n","secret":"whsec_[redacted]"}'],
  ])('hides the values of its headers: %s', (body, masked) => {
    expect(maskBody(body)).toBe(masked);
    expect(maskBody(masked)).toBe(masked);
  });
});

describe('masking keeps', () => {
  test('what is around a secret', () => {
    expect(mask(`key ${KEY} failed`)).toBe('key sb_ak_[redacted] failed');
    expect(mask('{"authorization":"Bearer abcdef","host":"h"}')).toBe(
      '{"authorization":"Bearer [redacted]","host":"h"}',
    );
    expect(mask('Set-Cookie: sid=x; Path=/; Max-Age=60; HttpOnly')).toBe(
      'Set-Cookie: sid=[redacted]; Path=/; Max-Age=60; HttpOnly',
    );
  });

  test('hints, ids, hashes and challenges', () => {
    for (const text of [
      'sb_ak_hXV0…HQZ',
      'req_01jd9x3k2mf8v9q4zt7w5b6n0c of ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      '2e3d8e7373ce81da42882168504f6dddf8c7bbdab5550221f0b84ba2df96ef0f',
      'WWW-Authenticate: Bearer realm="api"',
      '/docs/errors#validation_failed',
    ]) {
      expect(mask(text)).toBe(text);
    }
  });
});

test('masking ends on long text made to be slow', () => {
  const pieces = [
    'sb_ak_',
    'sb_session=',
    'bearer ',
    'bearer',
    'authorization: ',
    'authorization ',
    ' ',
    '\t',
    '#',
    '#token=',
    'cookie: ',
    'cookie": "',
    'cookie:',
    '\\"',
    '=',
    ';',
    'whsec_',
    'a',
    '%23',
    'set-',
    'sb_session_1',
  ];
  const heads = ['authorization', 'authorization:', 'bearer', 'cookie', 'cookie:', 'cookie":', 'Cookie: a='];
  // A rule of quadratic time would take minutes here, far beyond the runner's limit for a test.
  for (const piece of pieces) expect(mask(piece.repeat(400_000 / piece.length)).length).toBeGreaterThan(0);
  for (const head of heads) expect(mask(`${head}${' '.repeat(400_000)}`)).toStartWith(head);
});
