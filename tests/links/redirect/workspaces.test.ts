import { afterAll, beforeAll, expect, test } from 'bun:test';

import { seedSignedIn } from '../../support/accounts';
import { startServer } from '../../support/app';
import { memberOf } from '../../support/people';
import { seedWorkspace } from '../../support/seed';
import { seedDomain, seedLink, TARGET, visitor } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
beforeAll(async () => {
  server = await startServer();
  visit = visitor(server.url);
});
afterAll(() => server.stop());

const ELSEWHERE = 'https://example.com/elsewhere';

/** A link on the shared domain and one on a domain of the workspace, both in memory, and one of somebody else. */
async function createScenes() {
  const workspaceId = await seedWorkspace('Acme');
  const { id: domainId, hostname: host } = await seedDomain(workspaceId, {
    rootUrl: ELSEWHERE,
    notFoundUrl: ELSEWHERE,
  });
  const shared = await seedLink(workspaceId);
  const own = await seedLink(workspaceId, { domainId });
  const foreign = await seedLink(await seedWorkspace());
  const seen = async () => [
    await visit(`/${shared.slug}`),
    await visit(`/${own.slug}`, { host }),
    await visit('/', { host }),
    await visit('/nothing-there', { host }),
    await visit(`/${foreign.slug}`),
  ];
  const led = async () => (await seen()).map(({ status, location }) => [status, location]);
  return { workspaceId, shared, led };
}
const OPEN = [TARGET, TARGET, ELSEWHERE, ELSEWHERE, TARGET].map((url) => [302, url]);

test('links of a suspended workspace do not redirect until it is resumed', async () => {
  const { workspaceId, shared, led } = await createScenes();
  const { browser } = await seedSignedIn(server, { admin: true });
  expect(await led()).toEqual(OPEN);

  const input = { workspace_id: workspaceId };
  expect((await browser.mutate('instance.workspaces.suspend', { ...input, reason: 'Phishing.' })).status).toBe(200);
  expect(await led()).toEqual([
    [403, null],
    [403, null],
    [404, null],
    [404, null],
    [302, TARGET],
  ]);
  const answer = await visit(`/${shared.slug}`, { headers: { accept: 'application/json' } });
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'link_blocked' });
  expect((await visit(`/${shared.slug}+qr.svg`)).status).toBe(403);

  await browser.mutate('instance.workspaces.resume', input);
  expect(await led()).toEqual(OPEN);
});

test('links and domains of a workspace that is being deleted are not found', async () => {
  const { workspaceId, led } = await createScenes();
  const owner = await memberOf(server, workspaceId, 'owner');
  expect(await led()).toEqual(OPEN);
  await owner.rpc.workspaces.delete.mutate({ confirm_name: 'Acme' });
  const [shared, own, root, missing, foreign] = await led();
  expect([shared, own, missing, foreign]).toEqual([
    [404, null],
    [404, null],
    [404, null],
    [302, TARGET],
  ]);
  // A host that nobody registered is the application’s.
  expect(root).not.toContain(ELSEWHERE);
});
