import { withSomeLinks } from './support/links';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect } from './support/test';

test('a range of one’s own has the same form in the address of analytics and of the list', async ({ page, filled }) => {
  await openPage(page, filled, await withSomeLinks(filled.scene), '/links/analytics');
  const main = page.locator('#main');
  const chosen = main.getByRole('button', { name: /^(?:Time: )?Jan 5, 2026 – Jan 6, 2026$/ });
  await main.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByLabel('From').fill('2026-01-05');
  await page.getByLabel('Until').fill('2026-01-06');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?time=between&after=[^&]+&before=[^&]+$/);
  await expect(chosen).toBeVisible();
  await openPage(page, filled, filled.scene, `/links${new URL(page.url()).search}`);
  await expect(chosen).toBeVisible();
  await page.reload();
  await expect(chosen).toBeVisible();
});
