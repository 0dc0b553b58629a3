import { afterAll, beforeAll, expect, test } from 'bun:test';

import { hashPassword } from '../../../server/access/accounts/password-hash';
import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { BROWSER, changeRow, CRAWLER, PREVIEW_AGENT, seedLink, TARGET, visitor, type Seen } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  // Limited links wait two seconds for clicks from before the start, then answer 503.
  await server.services.clicks.settled();
  visit = visitor(server.url);
  workspaceId = await seedWorkspace();
});
afterAll(() => server.stop());

test('of sixty-four requests at once, previews, crawlers, prefetch and HEAD included, fifty are redirected', async () => {
  const { slug } = await seedLink(workspaceId, { maxClicks: 50 });
  const kinds = [
    { headers: { 'user-agent': BROWSER } },
    { headers: { 'user-agent': 'curl/8.5.0' } },
    { headers: { 'user-agent': PREVIEW_AGENT } },
    { headers: { 'user-agent': CRAWLER } },
    { headers: { 'sec-purpose': 'prefetch' } },
    { method: 'HEAD' },
    { headers: { 'user-agent': '' } },
    { headers: { 'user-agent': BROWSER } },
  ];
  const answers: Seen[] = [];
  let turn = 0;
  const one = async () => {
    while (turn < 320) answers.push(await visit(`/${slug}`, kinds[turn++ % kinds.length]));
  };
  await Promise.all(Array.from({ length: 64 }, one));

  expect(answers.filter(({ location }) => location === TARGET).length).toBe(50);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 302, 410]));
  expect(answers.filter(({ text }) => text.includes('landing')).length).toBe(0);
  expect((await visit(`/${slug}`)).status).toBe(410);
  expect((await visit(`/${slug}`, { headers: { 'user-agent': PREVIEW_AGENT } })).status).toBe(410);
});

test('showing the password form takes no use, redirecting does', async () => {
  const password = 'tulips & daisies';
  const { slug } = await seedLink(workspaceId, { maxClicks: 1, passwordHash: await hashPassword(password) });
  const submit = (text: string) => visit(`/${slug}`, { method: 'POST', body: new URLSearchParams({ password: text }) });
  expect((await visit(`/${slug}`)).status).toBe(200);
  expect((await submit('wrong')).status).toBe(403);
  expect((await submit(password)).location).toBe(TARGET);
  expect((await visit(`/${slug}`)).status).toBe(410);
});

test('of concurrent correct passwords only as many redirect as the limit allows', async () => {
  const password = 'tulips & daisies';
  const { slug } = await seedLink(workspaceId, { maxClicks: 2, passwordHash: await hashPassword(password) });
  const submit = () => visit(`/${slug}`, { method: 'POST', body: new URLSearchParams({ password }) });
  const statuses = (await Promise.all([submit(), submit(), submit(), submit()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 303, 410, 410]);
});

test('a higher limit opens the link again', async () => {
  const link = await seedLink(workspaceId, { maxClicks: 1 });
  expect((await visit(`/${link.slug}`)).status).toBe(302);
  expect((await visit(`/${link.slug}`)).status).toBe(410);
  await changeLink(link, { maxClicks: 2 });
  expect((await visit(`/${link.slug}`)).status).toBe(302);
  expect((await visit(`/${link.slug}`)).status).toBe(410);
});

test('during a restart two processes serve limited links, and see each other’s uses', async () => {
  const second = await startServer();
  await second.services.clicks.settled();
  const elsewhere = visitor(second.url);
  const { slug } = await seedLink(workspaceId, { maxClicks: 3 });
  expect((await elsewhere(`/${slug}`)).status).toBe(302);
  expect((await visit(`/${slug}`)).status).toBe(302);
  await second.services.clicks.drained();
  await server.services.clicks.drained();
  expect((await elsewhere(`/${slug}`)).status).toBe(302);
  await second.services.clicks.drained();
  expect((await visit(`/${slug}`)).status).toBe(410);
  expect((await elsewhere(`/${slug}`)).status).toBe(410);
  await second.stop();
});

async function changeLink(
  { id, domainId, slugKey }: { id: string; domainId: string; slugKey: string },
  columns: object,
) {
  await changeRow(id, columns);
  server.services.redirects.forget(domainId, [slugKey]);
}
