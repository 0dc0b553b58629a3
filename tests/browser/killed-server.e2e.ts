import { makeLink } from './support/links';
import { startLossyConsole } from './support/lost';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { sandboxOf } from './support/whatsapp-messages';

test('a server that is killed at work makes one object, or none and says so; the next press makes it one', async ({
  page,
  watch,
}) => {
  watch.expect(409);
  await using place = await startLossyConsole();
  const { scene, proxy } = place;
  const { act } = scene;
  const sandbox = await sandboxOf(scene);
  await makeLink(scene, { url: 'https://example.com/', slug: 'there-before' });
  const linksTo = async (url: string) =>
    ((await act('query', 'links.list'))['data'] as { url: string }[]).filter((one) => one.url === url).length;
  const texts = async (text: string) => {
    const { data } = await act('query', 'whatsapp.messages.list', { instance_id: sandbox, limit: 100 });
    return (data as { content: { text?: string } }[]).filter(({ content }) => content.text === text).length;
  };

  await openPage(page, place, scene, '/links?create=1');
  const form = dialog(page, 'Create a link');
  await form.getByLabel('Destination').fill('https://example.com/killed');
  // The request is on its way into the server when that dies: whether it was done is the server's secret.
  proxy.cut('after', 'links.create', () => void place.halt());
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'The server does not answer' })).toBeVisible();
  await expect(form.getByLabel('Destination')).toHaveValue('https://example.com/killed');
  proxy.heal();
  await place.restart(() => undefined);
  expect(await linksTo('https://example.com/killed')).toBeLessThanOrEqual(1);
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toHaveCount(0);
  expect(await linksTo('https://example.com/killed')).toBe(1);

  await openPage(page, place, scene, `/whatsapp/${sandbox}/tester`);
  const text = page.getByLabel('Text', { exact: true }).first();
  await text.fill('Once, whatever happens');
  proxy.cut('after', 'whatsapp.messages.send', () => void place.halt());
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The server does not answer' }).last()).toBeVisible();
  await expect(text).toHaveValue('Once, whatever happens');
  proxy.heal();
  await place.restart(() => undefined);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/trpc/whatsapp.messages.send') && response.status() === 200,
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await answered;
  expect(await texts('Once, whatever happens')).toBe(1);
});
