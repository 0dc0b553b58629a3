import type { Download, Locator, Page } from '@playwright/test';
import readQr from 'jsqr';
import { PNG } from 'pngjs';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { makeLink } from './support/links';
import { look } from './support/look';
import { openPage } from './support/steps';
import { expect, test } from './support/test';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#b4232a"/></svg>';
const SHAPES = ['Squares', 'Rounded', 'Dots'];

let place: Console;
let scene: Scene;
let text = '';
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  // A name that is always the same, so that the decoder gets the same pictures.
  const { id: domain } = await scene.act('mutate', 'links.domains.create', { hostname: 'go.example.com' });
  const link = { url: 'https://example.com/menu', slug: 'menu', domain_id: domain };
  const { id, short_url: url } = await makeLink(scene, link);
  scene = { ...scene, linkId: id };
  text = `${url}?qr=1`;
  const logo = { type: 'image/svg+xml', data: Buffer.from(MARK).toString('base64') };
  await scene.act('mutate', 'instance.branding.update', { name: 'Acme Hub', logo });
});
test.afterAll(() => place.stop());

/** Text in a picture, by a decoder that shares nothing with our encoder. */
function textIn(file: Buffer): string | undefined {
  const { width, height, data } = PNG.sync.read(file);
  return readQr(new Uint8ClampedArray(data), width, height)?.data;
}

async function open(page: Page): Promise<Locator> {
  await openPage(page, place, scene, `/links/${scene.linkId}`);
  await page.locator('#main').getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  await expect(code.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  return code;
}

async function save(page: Page, code: Locator, format: 'PNG' | 'SVG'): Promise<Buffer> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    code.getByRole('button', { name: `Download ${format}` }).click(),
  ]);
  return Buffer.from(await Bun.file(await download.path()).arrayBuffer());
}

/** An SVG as the browser draws it in a page of its own, which has no other file at hand. */
async function paint(page: Page, svg: Buffer): Promise<Buffer> {
  const other = await page.context().newPage();
  try {
    await other.setViewportSize({ width: 512, height: 512 });
    await other.setContent(`<style>body { margin: 0 }</style>${svg.toString()}`);
    return await other.screenshot();
  } finally {
    await other.close();
  }
}

for (const shape of SHAPES) {
  test(`a code of ${shape.toLowerCase()} is read, with a picture in its middle too`, async ({ page }) => {
    const code = await open(page);
    await code.getByRole('radiogroup', { name: 'Shape' }).getByText(shape).click();
    await code.getByLabel('Size').selectOption('512');
    expect(textIn(await save(page, code, 'PNG'))).toBe(text);
    expect(textIn(await paint(page, await save(page, code, 'SVG')))).toBe(text);

    await code
      .getByLabel('Logo')
      .and(code.locator('input'))
      .setInputFiles({
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(MARK),
      });
    await expect(code.getByRole('button', { name: 'Remove' })).toBeVisible();
    const picture = await save(page, code, 'PNG');
    expect(textIn(picture)).toBe(text);
    // The picture is in the middle.
    const { width, data } = PNG.sync.read(picture);
    const middle = (Math.floor(width / 2) * width + Math.floor(width / 2)) * 4;
    expect([...data.subarray(middle, middle + 3)]).toEqual([0xb4, 0x23, 0x2a]);
    const svg = await save(page, code, 'SVG');
    expect(svg.toString()).toContain('href="data:image/png;base64,');
    expect(textIn(await paint(page, svg))).toBe(text);
    await look(page, `qr-${shape.toLowerCase()}`);
  });
}

test('the logo of the instance is used; a file that is no picture is refused', async ({ page }) => {
  const code = await open(page);
  await code
    .getByLabel('Logo')
    .and(code.locator('input'))
    .setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
  await expect(code.getByRole('alert')).toHaveText(/^This file is not a picture/);
  await code.getByRole('button', { name: 'Use logo of Acme Hub' }).click();
  await expect(code.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(code.getByRole('alert')).toHaveCount(0);
  await code.getByLabel('Size').selectOption('256');
  expect(textIn(await save(page, code, 'PNG'))).toBe(text);
  await code.getByRole('button', { name: 'Remove' }).click();
  expect((await save(page, code, 'SVG')).toString()).not.toContain('<image');
});
