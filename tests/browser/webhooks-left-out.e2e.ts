import { addFixtures, makeKey, startConsole, type Console, type Scene } from './support/console';
import { test } from './support/one-page';
import { openPage } from './support/steps';
import { expect } from './support/test';

let place: Console;
let scene: Scene;
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
});
test.afterAll(() => place.stop());

test('a webhook that leaves event types out says so in the list and on its page, until its reader chooses again', async ({
  page,
}) => {
  const { secret } = await makeKey(scene.act, 'Narrow', [
    'webhooks:write',
    'events:read',
    'links:read',
    'links.domains:read',
  ]);
  const response = await fetch(`${place.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'switchboard://inbox', name: 'Clicks', events: ['link.*'] }),
  });
  const { id } = (await response.json()) as { id: string };
  expect(response.status).toBe(201);

  await openPage(page, place, scene, '/webhooks');
  await expect(page.getByText('1 event type not received')).toBeVisible();

  await openPage(page, place, scene, `/webhooks/${id}`);
  const note = page.getByText('This webhook does not receive 1 event type of its events');
  await expect(note).toContainText('links.analytics:read');
  await expect(note).toContainText('link.clicked');

  await page.getByRole('button', { name: 'Receive these types' }).click();
  await expect(note).toHaveCount(0);
  const { data } = await scene.act('query', 'webhooks.list', { q: 'Clicks' });
  expect(data).toMatchObject([{ events: ['link.*', 'link.clicked'], warnings: [] }]);
});
