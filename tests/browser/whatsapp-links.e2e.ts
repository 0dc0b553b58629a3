import { look } from './support/look';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, makeInstance, PEOPLE } from './support/whatsapp';

test('a message with a link has a card, and a short link of the workspace says where it leads', async ({
  page,
  filled,
}) => {
  const { scene } = filled;
  const instance = await makeInstance(scene, { name: 'Links' });
  const { short_url: short, id: linkId } = await scene.act('mutate', 'links.create', {
    url: 'https://www.shop.example.com/spring?utm=wa',
    title: 'Spring sale',
  });
  const [person] = PEOPLE;
  await receiveFrom(scene, instance, person, `Is *${String(short)}* still on?`);
  await receiveFrom(scene, instance, person, 'I read https://www.example.org/news/today.');
  await receiveFrom(scene, instance, person, 'No link in `https://example.net/code`');

  await openPage(page, filled, scene, `/whatsapp/${instance}/chats`);
  const main = page.locator('#main');
  await main.getByRole('link', { name: person }).click();
  const cards = main.getByRole('log').locator('a.link-card');
  await expect(cards).toHaveCount(2);
  const own = main.getByRole('link', { name: /^Short link Spring sale/ });
  await expect(own).toContainText('→ shop.example.com/spring?utm=wa');
  await expect(cards.last()).toContainText('example.org');
  await expect(cards.last()).toContainText('/news/today');
  await expect(cards.last()).toHaveAttribute('href', 'https://www.example.org/news/today');
  await look(page, 'wa-link-cards');

  await own.click();
  await expect(page).toHaveURL(new RegExp(`/links/${String(linkId)}`));
});
