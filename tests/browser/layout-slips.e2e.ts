import type { Locator } from '@playwright/test';

import { withSomeAutomation } from './support/automation';
import { addFixtures, startConsole } from './support/console';
import { resize } from './support/layout';
import { expect, settled, test } from './support/test';
import { receiveFrom } from './support/whatsapp';

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return box;
};

test('the line of first steps stands on one line, with the way to close it at its end', async ({
  context,
  page,
  watch,
}) => {
  await using fresh = await startConsole();
  const scene = await addFixtures(fresh.url);
  await context.addCookies(scene.cookies);
  await page.goto(`${fresh.url}/user/api/w/${scene.workspaceId}`);
  await settled(page);
  const line = page.getByRole('region', { name: 'First steps' });
  const count = await boxOf(line.getByText(/^\d of 6$/));
  expect(count.height).toBeLessThan(26);
  const meter = await boxOf(line.getByRole('meter'));
  expect(meter.width).toBeGreaterThan(100);
  const close = await boxOf(line.getByRole('button', { name: 'Hide the first steps' }));
  expect(close.x).toBeGreaterThan(meter.x + meter.width);
  expect(Math.abs(close.y + close.height / 2 - (count.y + count.height / 2))).toBeLessThan(40);
  expect(watch.faults).toEqual([]);
});

test('recipients are readable in every width, and long names of chats do not lie over others', async ({
  context,
  page,
  watch,
}) => {
  await using fresh = await startConsole();
  const scene = await withSomeAutomation(await addFixtures(fresh.url));
  await context.addCookies(scene.cookies);
  const address = `${fresh.url}/user/api/w/${scene.workspaceId}`;
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`${address}/automation/deliveries`);
  await settled(page);
  expect((await boxOf(page.locator('.pub-recipient').first())).width).toBeGreaterThan(180);

  const { data } = (await scene.act('query', 'whatsapp.instances.list')) as { data: { id: string }[] };
  const instance = String(data[0]?.id);
  for (const last of [31, 32, 33, 34, 35, 36]) await receiveFrom(scene, instance, `+155501000${last}`, 'Hello');
  await page.goto(`${address}/automation/rules/new?recipe=reply`);
  await settled(page);
  await page.getByRole('button', { name: /^Limit to/ }).click();
  const chats = page.getByRole('group', { name: 'Limit to: Chats' }).locator('label');
  await expect(chats.nth(5)).toBeVisible();
  // As a contact with a long name would.
  await chats.first().evaluate((label) => label.append(' of Somewhere Very Long Indeed'.repeat(8)));
  const rows = await chats.evaluateAll((labels) =>
    labels.map((label) => {
      const { top, left } = label.getBoundingClientRect();
      return { top, left, end: top + label.scrollHeight };
    }),
  );
  for (const row of rows) {
    const below = rows.filter(({ left, top }) => left === row.left && top > row.top);
    expect(Math.min(...below.map(({ top }) => top), Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(row.end - 1);
  }
  expect(watch.faults).toEqual([]);
});

test('the cards of channels fill their rows, however many there are', async ({ context, page, watch }) => {
  await using fresh = await startConsole();
  const scene = await addFixtures(fresh.url);
  await context.addCookies(scene.cookies);
  const cards = page.locator('.overview-tile');
  const look = async (count: number) => {
    await page.goto(`${fresh.url}/user/api/w/${scene.workspaceId}`);
    await expect(cards).toHaveCount(count);
    for (const width of [390, 560, 768, 1280, 1920]) {
      await resize(page, { width, height: 900 });
      const left = await page.locator('.overview-tiles').evaluate((row) => {
        const { right } = row.getBoundingClientRect();
        const boxes = [...row.children].map((card) => card.getBoundingClientRect());
        const ends = Map.groupBy(boxes, ({ top }) => Math.round(top)).values();
        return [...ends].map((line) => Math.round(right - Math.max(...line.map((box) => box.right))));
      });
      expect([width, ...left.filter((gap) => gap > 1)]).toEqual([width]);
    }
  };
  await look(1);
  await scene.act('mutate', 'links.create', { url: 'https://example.com/' });
  await look(2);
  await withSomeAutomation(scene);
  await look(3);
  expect(watch.faults).toEqual([]);
});

test('an address of a workspace that is no page keeps the navigation', async ({ context, page, filled, watch }) => {
  await context.addCookies(filled.scene.cookies);
  await page.goto(`${filled.url}/user/api/w/${filled.scene.workspaceId}/nothing`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await page.goto(`${filled.url}/user/api/w/ws_01jd9x3k2mf8v9q4zt7w5b6n0c`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the console' })).toBeVisible();
  expect(watch.faults).toEqual([]);
});
