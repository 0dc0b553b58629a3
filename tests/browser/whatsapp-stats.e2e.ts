import { look } from './support/look';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect } from './support/test';
import { receiveFrom, makeInstance, PEOPLE } from './support/whatsapp';
import { advance } from './support/whatsapp-messages';

test('a number shows its messages over time, by status and by range, and as a table', async ({ page, filled }) => {
  const { scene } = filled;
  const instance = await makeInstance(scene, { name: 'Counted' });
  await openPage(page, filled, scene, `/whatsapp/${instance}/connection`);
  const main = page.locator('#main');
  await expect(main.getByText('No messages in this period.')).toBeVisible();

  const content = { type: 'text', text: 'Hello' };
  for (const to of ['+15550100000', '+15550100001'])
    await scene.act('mutate', 'whatsapp.messages.send', { instance_id: instance, to, content });
  await advance(scene, instance, 10);
  await receiveFrom(scene, instance, PEOPLE[0], 'Hi');
  await page.reload();
  const figure = (label: string) => main.locator('.figure', { has: page.locator('dt', { hasText: label }) });
  await expect(figure('Sent').locator('.figure-value')).toHaveText('1');
  await expect(figure('Failed').locator('.figure-value')).toHaveText('1');
  await expect(figure('Received').locator('.figure-value')).toHaveText('1');

  const sent = main.getByRole('slider', { name: 'Sent messages over time, by their latest status' });
  await expect(sent).toHaveAttribute('aria-valuetext', /Read 1, Delivered only 0, Sent only 0, Failed 1$/);
  await expect(sent).toHaveAttribute('aria-valuemax', '6');
  await main.getByRole('button', { name: '24 h', exact: true }).click();
  await expect(page).toHaveURL(/range=24h/);
  await expect(sent).toHaveAttribute('aria-valuemax', '23');
  await main.getByRole('button', { name: 'Show as table' }).first().click();
  await expect(main.getByRole('table').first().getByRole('row')).toHaveCount(25);
  await look(page, 'wa-stats');
});
