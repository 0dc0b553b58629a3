import { afterAll, expect, test } from 'bun:test';

import { urlsToShorten, withLongUrls, withShortUrls } from '../../server/automation/publications/short-links';
import { markUrl } from '../../server/automation/templates/marks';
import { PublicationContent } from '../../shared/automation/content';
import { freshSlug } from '../links/support';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { cpuMs } from '../support/cpu';
import { until } from '../support/process';
import { later, publicationScenes } from './publication-scenes';

const server = await startServer({ linksPerWorkspace: 4 });
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);
const [A, B] = ['https://example.com/a?x=1&y=2', 'https://example.com/b'];

const texts = (text: string, overrides: Record<string, unknown> = {}) => ({
  content: PublicationContent.parse({ text }),
  overrides,
});

test('A very long URL takes little time', () => {
  // The square of it would be minutes.
  for (const tail of [')', '.', ')]}', 'http://']) {
    const start = cpuMs();
    urlsToShorten(texts(`https://a.example/${tail.repeat(60_000 / tail.length)}x`), 'auto');
    expect(cpuMs() - start).toBeLessThan(2000);
  }
});

test('URLs in text end before punctuation', () => {
  const found = (text: string) => urlsToShorten(texts(text), 'auto');
  expect(found('See https://a.example/x, then (https://b.example/y_(z)). Or <https://c.example>!')).toEqual([
    'https://a.example/x',
    'https://b.example/y_(z)',
    'https://c.example',
  ]);
  expect(found('*https://a.example/x* _https://a.example/y_ ~https://a.example/z~')).toEqual([
    'https://a.example/x',
    'https://a.example/y',
    'https://a.example/z',
  ]);
  expect(found('[text](https://a.example/x) "https://b.example/"')).toEqual([
    'https://a.example/x',
    'https://b.example/',
  ]);
  expect(found('ftp://a.example example.com https:// http://')).toEqual([]);
  expect(found('https://a.example/x https://a.example/x https://a.example/xy')).toEqual([
    'https://a.example/x',
    'https://a.example/xy',
  ]);
});

test('a shortened text has its original URLs again', () => {
  const given = texts(`${A} and ${B}`, { whatsapp: { text: B }, webhook: { payload: { link: B } } });
  const links = [A, B].map((url, index) => ({ url, link_id: `lnk_${index}`, short_url: `https://s.example/${index}` }));
  const short = withShortUrls(given, 'auto', (url) => links.find((link) => link.url === url)?.short_url ?? url);
  expect(short.content.text).toBe('https://s.example/0 and https://s.example/1');
  // A payload is data, no text.
  expect(short.overrides).toEqual({ whatsapp: { text: 'https://s.example/1' }, webhook: { payload: { link: B } } });
  expect(withLongUrls(short, 'auto', links)).toEqual(given);

  const marked = texts(`${A} ${markUrl(B)}`, { webhook: { payload: [markUrl(B)] } });
  expect(urlsToShorten(marked, 'explicit')).toEqual([B]);
  const explicit = withShortUrls(marked, 'explicit', () => 'https://s.example/1');
  expect(explicit).toEqual(texts(`${A} https://s.example/1`, { webhook: { payload: ['https://s.example/1'] } }));
  expect(withLongUrls(explicit, 'explicit', links)).toEqual(marked);
  expect(withShortUrls(marked, 'off', () => 'never').content.text).toBe(`${A} ${B}`);
});

test('every URL becomes one link of the publication, and its clicks name the publication', async () => {
  const place = await scene();
  const made = await place.create({
    content: { text: `First ${A}, then ${B}, and ${A} again.` },
    short_links: 'auto',
    schedule_at: later(),
  });
  expect(made.links.map(({ url }: { url: string }) => url)).toEqual([A, B]);
  const [first, second] = made.links;
  expect(made.content.text).toBe(`First ${first.short_url}, then ${second.short_url}, and ${first.short_url} again.`);

  const link = await place.expectStatus(200, 'GET', `/links/${first.link_id}`);
  expect(link).toMatchObject({
    url: A,
    short_url: first.short_url,
    source: 'automation',
    publication_id: made.id,
    created_by: { type: 'key', id: place.keyId },
  });
  expect((await place.expectStatus(200, 'GET', `/links?publication_id=${made.id}`)).data).toHaveLength(2);
  expect(await place.events('link.created')).toHaveLength(2);

  await place.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.clicked'] });
  const { pathname } = new URL(first.short_url);
  const visit = await fetch(`${server.url}${pathname}`, {
    redirect: 'manual',
    headers: { host: new URL(first.short_url).host, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  });
  expect([visit.status, visit.headers.get('location')]).toEqual([302, A]);
  const clicked = async () => (await place.expectStatus(200, 'GET', '/events?type=link.clicked')).data;
  await until(async () => (await clicked()).length > 0);
  expect((await clicked())[0].data.link.publication_id).toBe(made.id);
});

test('an automation key creates them, and a changed text keeps the links of unchanged URLs', async () => {
  const place = await scene();
  const call = await place.keyOf({ kind: 'au', scopes: ['automation.publications:write'] });
  const body = place.bodyOf({ content: { text: A }, short_links: 'auto', draft: true });
  const made = (await call('POST', '/publications', body)).body;
  const [kept] = made.links;
  const changed = (await call('PATCH', `/publications/${made.id}`, { content: { text: `${B} ${A}` } })).body;
  expect(changed.links.map(({ url }: { url: string }) => url)).toEqual([B, A]);
  expect(changed.links[1]).toEqual(kept);
  expect(changed.content.text).toBe(`${changed.links[0].short_url} ${kept.short_url}`);

  const titled = (await call('PATCH', `/publications/${made.id}`, { title: 'New' })).body;
  expect([titled.links, titled.content]).toEqual([changed.links, changed.content]);

  const copy = (await call('POST', `/publications/${made.id}/duplicate`)).body;
  expect(copy.links.map(({ url }: { url: string }) => url)).toEqual([B, A]);
  expect(copy.links[0].link_id).not.toBe(changed.links[0].link_id);
});

test('a URL that cannot be shortened stays in plain text, and is refused where it is marked', async () => {
  const place = await scene();
  const local = 'http://192.168.0.1/x';
  const made = await place.create({ content: { text: local }, short_links: 'auto', schedule_at: later() });
  expect([made.content.text, made.links]).toEqual([local, []]);
  const marked = place.bodyOf({ content: { text: markUrl(local) }, short_links: 'explicit' });
  const answer = await place.call('POST', '/publications', marked);
  expect([answer.status, answer.body.code, ...issuesOf(answer)]).toEqual([
    422,
    'unprocessable',
    '/content/text private_target',
  ]);
});

test('at the quota of links neither links nor the publication are created', async () => {
  const place = await scene();
  const text = Array.from({ length: 5 }, (_, index) => `https://example.com/${index}`).join(' ');
  const answer = await place.call('POST', '/publications', place.bodyOf({ content: { text }, short_links: 'auto' }));
  expect([answer.status, answer.body.code]).toEqual([422, 'unprocessable']);
  expect((await place.expectStatus(200, 'GET', '/publications')).data).toEqual([]);
  expect((await place.expectStatus(200, 'GET', '/links')).data).toEqual([]);
});

test('a key for named domains creates none on another', async () => {
  const place = await scene();
  const domain = await place.expectStatus(201, 'POST', '/link-domains', { hostname: `${freshSlug('host')}.localhost` });
  const narrow = await place.keyOf({ fullAccess: true, resources: { link_domains: [domain.id] } });
  const body = place.bodyOf({ content: { text: A }, short_links: 'auto' });
  const refused = await narrow('POST', '/publications', body);
  expect([refused.status, ...issuesOf(refused)]).toEqual([422, '/short_links no_domain']);
  const endpoint = { name: 'Hook', mapping: { content: { text: '{{ body.message }}' } }, short_links: 'auto' };
  const unmade = await narrow('POST', '/inbound-endpoints', endpoint);
  expect([unmade.status, ...issuesOf(unmade)]).toEqual([422, '/short_links related_not_found']);
  const rule = await narrow('POST', '/rules', {
    name: 'Rule',
    trigger: { type: 'manual' },
    actions: [{ type: 'publish', publication: body }],
  });
  const { steps } = (await narrow('POST', `/rules/${rule.body.id}/test`, {})).body;
  expect(JSON.stringify(steps)).toContain('no_domain');
  expect((await place.expectStatus(200, 'GET', '/links')).data).toEqual([]);

  await place.expectStatus(200, 'PATCH', '/link-settings', { default_domain_id: domain.id });
  expect((await narrow('POST', '/publications', body)).body.links).toHaveLength(1);
  expect((await narrow('POST', '/inbound-endpoints', endpoint)).status).toBe(201);
});

test('An endpoint that a key for named domains saved makes no links on a later default domain', async () => {
  const place = await scene();
  const hostname = () => `${freshSlug('host')}.localhost`;
  const mine = await place.expectStatus(201, 'POST', '/link-domains', { hostname: hostname() });
  const other = await place.expectStatus(201, 'POST', '/link-domains', { hostname: hostname() });
  const setDefault = ({ id }: { id: string }) =>
    place.expectStatus(200, 'PATCH', '/link-settings', { default_domain_id: id });
  await setDefault(mine);
  const narrow = await place.keyOf({ fullAccess: true, resources: { link_domains: [mine.id] } });
  const { targets } = place.bodyOf({});
  const mapping = { content: { text: '{{ body.message }}' } };
  const endpoint = { name: 'Hook', mapping, targets, short_links: 'auto', status: 'active' };
  const hook = (await narrow('POST', '/inbound-endpoints', endpoint)).body;
  const wide = (await place.call('POST', '/inbound-endpoints', endpoint)).body;
  const send = async ({ id }: { id: string } = hook, token: string = hook.token) => {
    const answer = await fetch(`${server.url}/api/v1/inbound/${id}/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: `See ${A}` }),
    });
    return { status: answer.status, body: (await answer.json()) as { errors?: { code: string }[] } };
  };
  const hosts = async () =>
    (await place.expectStatus(200, 'GET', '/links')).data.map(({ domain }: { domain: string }) => domain);

  expect((await send()).status).toBe(202);
  expect(await hosts()).toEqual([mine.hostname]);
  await setDefault(other);
  const refused = await send();
  expect(refused.status).toBe(422);
  expect(refused.body.errors?.map(({ code }) => code)).toContain('no_domain');
  expect(await hosts()).toEqual([mine.hostname]);
  // Who has the token of the other one makes links everywhere: this key does not see it.
  expect((await narrow('GET', `/inbound-endpoints/${wide.id}`)).status).toBe(404);
  expect((await send(wide, wide.token)).status).toBe(202);
  expect(new Set(await hosts())).toEqual(new Set([mine.hostname, other.hostname]));

  // Whoever changes it answers for it with what they reach.
  await place.expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, { overflow: 'split' });
  expect((await send()).status).toBe(202);
});
