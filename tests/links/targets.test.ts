import { describe, expect, test } from 'bun:test';

import { targetUrl } from '../../shared/links/targets';
import { validationOf } from './validated-targets';

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTP://Example.COM:80/A?b=c#d', 'http://example.com/A?b=c#d'],
  ['https://example.com./x', 'https://example.com./x'],
  ['https://bücher.de/ü?ü', 'https://xn--bcher-kva.de/%C3%BC?%C3%BC'],
  ['https://例え.jp', 'https://xn--r8jz45g.jp/'],
  ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
  ['https://κανω.gr', 'https://xn--mxark2c.gr/'],
  ['https://привет.com', 'https://xn--b1agh1afp.com/'],
  ['https://8.8.8.8:8443/', 'https://8.8.8.8:8443/'],
  ['https://134744072', 'https://8.8.8.8/'],
  ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
  ['https://example.com/a@b?c=d:e@f', 'https://example.com/a@b?c=d:e@f'],
  ['https://example.com/?next=javascript:alert(1)', 'https://example.com/?next=javascript:alert(1)'],
  ['https://under_score.example.com', 'https://under_score.example.com/'],
])('%s may be a destination', async (url, stored) => {
  expect(await validationOf(url)).toBe(stored);
  expect(targetUrl().safeParse(url).success).toBe(true);
});

describe('invalid_url', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\rscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'about:blank',
    'view-source:https://example.com',
    'ftp://example.com',
    'intent://example.com',
    'mailto:a@example.com',
    '//example.com',
    '/path',
    'example.com',
    '',
    'http:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://example.com\\@evil.example',
    ' https://example.com',
    'https://example.com ',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://exam\tple.com',
    'ht\ntps://example.com',
    'https://example.com/\r\nSet-Cookie:a=b',
    'https://example.com/\0',
    'https://example.com/\u007f',
    'https://example.com/\u00a0',
    'https://example.com/\ufeff',
    'https://example.com/\u2028',
    'https://',
  ])('%j, which its schema refuses', async (url) => {
    expect(await validationOf(url)).toBe('invalid_url');
    const parsed = targetUrl().safeParse(url);
    expect(parsed.error?.issues[0]).toMatchObject({ code: 'custom', params: { code: 'invalid_url' } });
    expect(new RegExp(String(targetUrl().meta()?.['pattern'])).test(url)).toBe(false);
  });

  test.each([
    'https://?',
    'https:///example.com',
    'https://example.com:99999/',
    'https://a%00b.example',
    'https://a..example.com',
    'https://.example.com',
    'https://*.example.com',
    'https://xn--a.com',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://1.2.3.256/',
    `https://${'a'.repeat(64)}.example.com`,
    `https://${'a.'.repeat(127)}com`,
    'http://。',
  ])('%j, which only the parser can tell', async (url) => {
    expect(await validationOf(url)).toBe('invalid_url');
  });
});

describe('url_too_long', () => {
  test('8,192 characters are the most, before the parser and after', async () => {
    const base = 'https://example.com/';
    const longest = base + 'a'.repeat(8192 - base.length);
    expect(await validationOf(longest)).toBe(longest);
    expect(await validationOf(`${longest}a`)).toBe('url_too_long');
    expect(await validationOf(base + 'a'.repeat(10_240))).toBe('url_too_long');
    expect(await validationOf(base + 'ü'.repeat(2000))).toBe('url_too_long');
    expect(targetUrl().safeParse(`${longest}a`).error?.issues[0]).toMatchObject({ params: { code: 'url_too_long' } });
    expect(targetUrl().safeParse(longest).success).toBe(true);
  });
});

describe('url_has_credentials', () => {
  test.each([
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://:@example.com/',
    'https://@example.com/',
    'https://example.com@evil.example/',
    'https://example.com%2f@evil.example/',
    'https://localhost:1@example.com',
  ])('%s', async (url) => expect(await validationOf(url)).toBe('url_has_credentials'));
});
