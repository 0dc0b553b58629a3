import type { Locator, Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import { look } from './support/look';
import { dialog, openPage } from './support/steps';
import { expect, test } from './support/test';
import { chooseType } from './support/tester';
import { sandboxOf } from './support/whatsapp-messages';

const CSV = 'url,slug\nhttps://example.com/one,one\n';

async function openImport(
  page: Page,
  filled: Parameters<typeof openPage>[1] & { scene: Parameters<typeof openPage>[2] },
) {
  await openPage(page, filled, filled.scene, '/links');
  await page.locator('#main').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import links' }).click();
  return dialog(page, 'Import links');
}

/** What a person drags onto the field. */
const drop = (field: Locator, name: string, type: string, text: string) =>
  field.evaluate(
    (element, file) => {
      const data = new DataTransfer();
      data.items.add(new File([file.text], file.name, { type: file.type }));
      for (const kind of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { name, type, text },
  );

test('a file is chosen by the keyboard, replaced by dropping another, and removed', async ({ page, filled }) => {
  // The browser is asked for it long before the key, which is faster than a click.
  const choosing = page.waitForEvent('filechooser');
  const form = await openImport(page, filled);
  const input = form.getByLabel('File with links');
  await expect(input).toHaveAccessibleDescription('CSV or NDJSON, up to 64 MiB');
  await input.focus();
  await page.keyboard.press('Space');
  await (await choosing).setFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  const zone = form.locator('.file-zone');
  await expect(zone.getByRole('status')).toHaveText(/links\.csv\s*37 B/);
  await expect(input).toHaveAccessibleDescription(/links\.csv/);
  expect(await axeFaults(page)).toEqual([]);
  await look(page, 'file-field');

  await drop(zone, 'more.csv', 'text/csv', CSV);
  await expect(zone.getByRole('status')).toContainText('more.csv');
  await drop(zone, 'photo.png', 'image/png', 'x');
  await expect(form.getByRole('alert')).toHaveText('“photo.png” is not an allowed file type. Choose CSV or NDJSON.');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(zone.getByRole('status')).toContainText('more.csv');
  await look(page, 'file-field-fault');

  await form.getByRole('button', { name: 'Remove more.csv' }).click();
  await expect(input).toBeFocused();
  await expect(zone.getByRole('status')).toHaveText('');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await form.getByRole('button', { name: 'Import links' }).click();
  await expect(form.getByText('Choose a file.')).toBeVisible();
});

test('an upload shows its progress and is stopped by removing the file', async ({ page, filled }) => {
  const instance = await sandboxOf(filled.scene);
  await openPage(page, filled, filled.scene, `/whatsapp/${instance}/tester`);
  const main = page.locator('#main');
  await chooseType(main, 'Document');
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  // No answer comes: the upload is under way until it is stopped.
  await page.route(/whatsapp\.media\.upload/, () => ask());
  const input = main.getByLabel('File from this computer');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(1000)) });
  await isAsked;
  await expect(main.getByRole('progressbar', { name: 'Upload of notes.txt' })).toBeVisible();
  await expect(main.getByText('Uploading…')).toBeVisible();
  await look(page, 'file-field-progress');
  const failed = page.waitForEvent('requestfailed');
  await main.getByRole('button', { name: 'Remove notes.txt' }).click();
  expect((await failed).url()).toContain('whatsapp.media.upload');
  await expect(main.getByRole('progressbar')).toHaveCount(0);
  await expect(main.getByRole('alert')).toHaveCount(0);

  await page.unroute(/whatsapp\.media\.upload/);
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(main.getByText('Uploaded')).toBeVisible();
});
