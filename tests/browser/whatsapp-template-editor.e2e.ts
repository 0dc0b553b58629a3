import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { look } from './support/look';
import { test } from './support/one-page';
import { dialog, openPage } from './support/steps';
import { expect } from './support/test';
import { sandboxOf } from './support/whatsapp-messages';

let place: Console;
let scene: Scene;
let sandbox: string;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  sandbox = await sandboxOf(scene);
});
test.afterAll(() => place.stop());

test('a template is written beside what a phone will show, with errors at its fields, and created', async ({
  page,
}) => {
  await openPage(page, place, scene, `/whatsapp/${sandbox}/templates`);
  await page.getByRole('button', { name: 'Create template' }).click();
  const form = dialog(page, 'Create template');
  await expect(form.getByLabel('Name')).toBeFocused();
  const phone = form.getByRole('region', { name: 'Preview' });
  await expect(phone.getByText('The message appears here as you type.')).toBeVisible();
  await form.getByRole('button', { name: 'Create template' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByText('Enter the text of the message.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();

  await form.getByLabel('Name').fill('Order Shipped');
  await form.getByLabel('Name').blur();
  await expect(form.getByText('Use only lower-case letters, digits and underscores.')).toBeVisible();
  await form.getByLabel('Name').fill('order_shipped');
  await form.getByLabel('Header (optional)').fill('Hello {{1}}');
  await form.getByLabel('Example of the header variable').fill('Ada');
  const body = form.getByLabel('Body');
  await body.fill('Your order ');
  await form.getByRole('button', { name: 'Add variable' }).click();
  await expect(body).toHaveValue('Your order {{1}}');
  await expect(body).toBeFocused();
  await page.keyboard.type(' is *on its way*.');
  await expect(form.getByText('33 of 1,024 characters')).toBeVisible();
  await expect(phone.getByText('Your order {{1}} is')).toBeVisible();
  await form.getByLabel('Example of {{1}}').fill('4711');
  await expect(phone.getByText('Hello Ada')).toBeVisible();
  await expect(phone.getByText('Your order 4711 is on its way.')).toBeVisible();
  await expect(phone.getByText('on its way', { exact: true })).toHaveJSProperty('tagName', 'STRONG');
  await form.getByLabel('Footer (optional)').fill('x'.repeat(61));
  await form.getByLabel('Footer (optional)').blur();
  await expect(form.getByText('61 of 60 characters')).toBeVisible();
  await expect(form.getByText('Use at most 60 characters.')).toBeVisible();
  await form.getByLabel('Footer (optional)').fill('Reply STOP to end');

  await form.getByRole('button', { name: 'Add link' }).click();
  const link = form.getByRole('group', { name: 'Button 1: link' });
  await link.getByLabel('Label').fill('Track');
  await link.getByLabel('URL', { exact: true }).fill('https://example.com/{{1}}');
  await link.getByLabel('Example of the whole URL').fill('https://example.com/4711');
  await form.getByRole('button', { name: 'Add quick reply' }).click();
  await form.getByRole('group', { name: 'Button 2: quick reply' }).getByLabel('Label').fill('Stop');
  await expect(phone.getByRole('listitem')).toHaveText(['Track', 'Stop']);
  await look(page, 'template-editor');
  await form.getByRole('button', { name: 'Create template' }).click();

  const sheet = dialog(page, 'order_shipped');
  await expect(sheet.getByText('Approved')).toBeVisible();
  const { data } = await scene.act('query', 'whatsapp.templates.list', { instance_id: sandbox });
  expect(data).toMatchObject([
    {
      name: 'order_shipped',
      language: 'en_US',
      category: 'utility',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Hello {{1}}', example: { header_text: ['Ada'] } },
        { type: 'BODY', text: 'Your order {{1}} is *on its way*.', example: { body_text: [['4711']] } },
        { type: 'FOOTER', text: 'Reply STOP to end' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}', example: ['https://example.com/4711'] },
            { type: 'QUICK_REPLY', text: 'Stop' },
          ],
        },
      ],
    },
  ]);
});

test('a draft is not lost unasked; what the server refuses stays in the form', async ({ page, watch }) => {
  watch.expect(422);
  await openPage(page, place, scene, `/whatsapp/${sandbox}/templates?create=true`);
  const form = dialog(page, 'Create template');
  await form.getByLabel('Name').fill('hello_world');
  await form.getByLabel('Body').fill('Once more');
  await form.getByRole('button', { name: 'Create template' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByLabel('Body')).toHaveValue('Once more');
  await page.keyboard.press('Escape');
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
