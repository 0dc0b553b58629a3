import type { Locator, Page } from '@playwright/test';

import { until } from '../support/process';
import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { makeLink } from './support/links';
import { look } from './support/look';
import { openPage } from './support/steps';
import { expect, test } from './support/test';

const CLICKS = { DE: 40, BR: 12, US: 9, SG: 3, IN: 1 };
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole({ GEO_COUNTRY_HEADER: 'cf-ipcountry', TRUSTED_PROXIES: '127.0.0.1/32' });
  scene = await addFixtures(place.url);
  const { id, short_url: url } = await makeLink(scene, { url: 'https://example.com/world', slug: 'world' });
  for (const [country, count] of Object.entries(CLICKS)) {
    for (let at = 0; at < count; at += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { 'user-agent': AGENT, 'cf-ipcountry': country, 'x-forwarded-for': `203.0.113.${at}` },
      });
      await response.body?.cancel();
    }
  }
  await until(async () => Number((await scene.act('query', 'links.get', { link_id: id }))['clicks']) >= 65, {
    everyMs: 100,
  });
  scene = { ...scene, linkId: id };
});
test.afterAll(() => place.stop());

async function open(page: Page, path: string): Promise<Locator> {
  await openPage(page, place, scene, path);
  return page.locator('#main');
}

test('countries of clicks are on a map, which says what is pointed to and filters', async ({ page }) => {
  const main = await open(page, '/links/analytics');
  const map = main.getByRole('img', { name: 'World map of clicks from 5 countries. Germany leads with 40.' });
  await expect(map).toBeVisible();
  const germany = map.locator('[data-country="DE"]');
  await expect(germany).toHaveAttribute('data-shade', '4');
  await expect(map.locator('[data-country="IN"]')).toHaveAttribute('data-shade', '1');
  await expect(map.locator('[data-country="FR"]')).toHaveAttribute('data-shade', '0');
  // Too small to be seen, so it is a point.
  await expect(map.locator('[data-country="SG"]')).toHaveAttribute('d', /h0$/);
  await look(page, 'map');
  // A tile beside the host, as referrers have.
  const destinations = main.getByRole('region', { name: 'Destinations' });
  await expect(destinations.getByRole('button', { name: /world/ }).locator('.host-tile')).toBeVisible();

  await map.locator('[data-country="BR"]').hover();
  const tooltip = main.locator('.map-tooltip');
  await expect(tooltip).toHaveText(/Brazil.*12$/);
  const list = main.getByRole('region', { name: 'Locations' });
  await list.getByRole('button', { name: /United States/ }).focus();
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveText(/United States.*9$/);
  await look(page, 'map-focus');

  await germany.click();
  await expect(page).toHaveURL(/country=DE/);
  await expect(list.getByRole('button', { name: /Germany/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(
    main.getByRole('img', { name: 'World map of clicks from 1 country. Germany leads with 40.' }),
  ).toBeVisible();
  await main
    .getByRole('img', { name: /^World map/ })
    .locator('[data-country="DE"]')
    .click();
  await expect(page).not.toHaveURL(/country=/);
});

test('a link has the map on its page; a country that nobody is from does nothing', async ({ page }) => {
  const main = await open(page, `/links/${scene.linkId}`);
  const map = main.getByRole('img', { name: /^World map of clicks from 5 countries/ });
  await expect(map).toBeVisible();
  await map.locator('[data-country="AU"]').click();
  await expect(main.locator('.map-tooltip')).toHaveText(/Australia.*0$/);
  await expect(page).not.toHaveURL(/country=/);
});
