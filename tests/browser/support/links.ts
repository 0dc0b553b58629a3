import { until } from '../../support/process';
import type { Scene } from './console';
import { onceAWorkspace } from './once';

/** People of different machines and places, and two that are none. */
const VISITORS = [
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    referrer: 'https://news.example.com/letters',
    language: 'de-DE,de;q=0.9',
  },
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    referrer: 'https://www.example.org/',
    language: 'en-GB',
  },
  { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', referrer: '', language: 'pt-BR' },
  { agent: 'curl/8.9.1', referrer: '', language: '' },
  { agent: 'WhatsApp/2.23.20.0', referrer: '', language: '' },
];

/** The drain shares the machine with a browser. */
/** Questions are counted, too. */
const ASK_EVERY_MS = 100;

/** Follows a short link as these visitors do, and waits until all of it is counted. */
export async function follow(scene: Scene, link: { id: string; short_url: string }, times = 1): Promise<void> {
  for (const { agent, referrer, language } of VISITORS) {
    for (let at = 0; at < times; at += 1) {
      const response = await fetch(`${link.short_url}${at % 3 === 2 ? '?qr=1' : ''}`, {
        redirect: 'manual',
        headers: {
          'user-agent': agent,
          ...(referrer === '' ? {} : { referer: referrer }),
          ...(language === '' ? {} : { 'accept-language': language }),
        },
      });
      await response.body?.cancel();
    }
  }
  const isCounted = async () =>
    Number((await scene.act('query', 'links.get', { link_id: link.id }))['clicks']) >= 3 * times;
  await until(isCounted, { everyMs: ASK_EVERY_MS });
}

export async function makeLink(scene: Scene, input: object): Promise<{ id: string; short_url: string }> {
  const { id, short_url: url } = await scene.act('mutate', 'links.create', input);
  return { id: String(id), short_url: String(url) };
}

/** The scene with links of every kind, followed by a few. */
export const withSomeLinks = onceAWorkspace(addLinks);

async function addLinks(scene: Scene): Promise<Partial<Scene>> {
  await scene.act('mutate', 'links.tags.create', { name: 'newsletter', color: 'blue' });
  await scene.act('mutate', 'links.tags.create', { name: 'print', color: 'orange' });
  const { id: domain } = await scene.act('mutate', 'links.domains.create', { hostname: 'go.localhost' });
  await scene.act('mutate', 'links.domains.create', { hostname: 'go.example.com', root_url: 'https://example.com/' });
  await makeLink(scene, {
    url: 'https://example.com/a/very/long/path/that/does/not/fit/into/any/column/of/a/table?with=parameters',
    slug: 'an/address-of-several-segments-that-is-rather-long',
    domain_id: domain,
    disabled: true,
  });
  await makeLink(scene, { url: 'https://example.com/jobs', slug: 'jobs', starts_at: '2099-01-01T00:00:00Z' });
  const link = await makeLink(scene, {
    url: 'https://example.com/spring-sale',
    slug: 'spring',
    title: 'Spring sale',
    tags: ['newsletter', 'print'],
    utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
    expires_at: '2099-03-01T00:00:00Z',
    max_clicks: 100_000,
    targeting: [
      {
        key: 'mobile',
        conditions: [{ type: 'device', op: 'in', values: ['mobile', 'tablet'] }],
        url: 'https://m.example.com/spring-sale',
      },
    ],
  });
  await follow(scene, link, 4);
  return { linkId: link.id };
}
