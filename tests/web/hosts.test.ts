import { expect, test } from 'bun:test';

import { firstLink } from '../../web/features/whatsapp/phone/first-link';
import { brandOfHost, hostIn, isApex, siteOf } from '../../web/ui/icons/host';

test('a site is the same with and without its subdomains', () => {
  expect(['acme.com', 'www.acme.com', 'Shop.EU.acme.com'].map(siteOf)).toEqual(['acme', 'acme', 'acme']);
  expect(['shop.acme.co.uk', 'acme.com.br'].map(siteOf)).toEqual(['acme', 'acme']);
  expect(['t.co', 'localhost', '127.0.0.1', '[::1]'].map(siteOf)).toEqual(['t', 'localhost', '127.0.0.1', '[::1]']);
});

test('an apex domain is distinguished from a subdomain', () => {
  expect(['example.com', 'Loja.com.br', 'acme.co.uk', 'acme.io'].filter((host) => !isApex(host))).toEqual([]);
  expect(['go.example.com', 'go.loja.com.br', 'go.ibm.de', 'localhost', 'com.go.example'].filter(isApex)).toEqual([]);
});

test('a brand’s mark stands beside its own domains alone', () => {
  expect(brandOfHost('github.com')).toBe('github');
  expect(brandOfHost('hooks.Zapier.com')).toBe('zapier');
  for (const host of ['github.example.com', 'notgithub.com', 'github.io', 'constructor', ''])
    expect(brandOfHost(host)).toBeUndefined();
});

test('only web addresses have a host', () => {
  expect(hostIn('https://shop.example.com:8443/a')).toBe('shop.example.com');
  expect(hostIn('mailto:ada@example.com')).toBeUndefined();
  expect(hostIn('example.com')).toBeUndefined();
});

test('the first link of a message is found in formatted text, without the punctuation around it', () => {
  expect(firstLink('See *https://example.com/a* and https://example.org.')?.href).toBe('https://example.com/a');
  expect(firstLink('(https://example.com/a).')?.href).toBe('https://example.com/a');
  expect(firstLink('`https://example.com/code`')).toBeUndefined();
  expect(firstLink('example.com')).toBeUndefined();
});
