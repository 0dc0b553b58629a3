import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';

import { GUIDE_GROUPS } from '../../web/features/docs/guide-list';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const ROOT = new URL('../..', import.meta.url).pathname;
const readme = await Bun.file(`${ROOT}README.md`).text();

/** Whose calls need nothing but a new workspace. */
const GUIDES = [
  'webhooks',
  'short-links',
  'whatsapp',
  'automation',
  'models',
  'ai-clients',
  'api-keys',
  'getting-started',
];

test('the README has at most 150 lines', () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
});

test('the README begins with the two commands', () => {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(block.split('\n').map((line) => line.split('#')[0]?.trim())).toEqual(['npm start', 'npm test', '']);
});

test('the README links every guide under its title, and nothing that is not there', () => {
  for (const { name, title } of GUIDE_GROUPS.flatMap(({ guides }) => guides)) {
    expect(readme).toContain(`[${title}](web/docs/${name}.md)`);
  }
  const linked = [...readme.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(readdirSync(`${ROOT}web/docs`).length);
  for (const path of linked) expect([path, existsSync(ROOT + path)]).toEqual([path, true]);
});

test.skipIf(Bun.which('curl') === null || Bun.which('bash') === null)(
  'every call that the README and the guides show succeeds',
  async () => {
    const server = await startServer();
    const guides = await Promise.all(GUIDES.map((name) => Bun.file(`${ROOT}web/docs/${name}.md`).text()));
    const blocks = [readme, ...guides].flatMap((text) =>
      [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block),
    );
    const calls = blocks.filter((block) => block.includes('curl '));
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) {
      const statuses = await statusesOf(call, server.url);
      expect([call, statuses.length]).toEqual([call, call.split('curl ').length - 1]);
      expect([call, statuses.filter((status) => !/^(?:20[0-2]|302)$/.test(status))]).toEqual([call, []]);
    }
    await server.stop();
  },
);

/** Runs what is shown with a key of a new workspace; what a reader copies from an answer is filled in. */
async function statusesOf(shown: string, url: string): Promise<string[]> {
  const workspaceId = await seedWorkspace();
  const { id: keyId, secret } = await seedKey(workspaceId);
  const made = await restClient(url, secret)('POST', '/whatsapp/instances', { name: 'sandbox', driver: 'sandbox' });
  const program = shown
    // All workspaces share the domain of the links.
    .replaceAll(/(?<="slug":"|3000\/)spring\b/g, `spring-${crypto.randomUUID()}`)
    .replaceAll('http://localhost:3000', url)
    .replace(/^export SWITCHBOARD_API_KEY=.*$/m, '')
    .replace('/wai_…/', `/${made.body.id}/`)
    .replace('key_…', keyId)
    .replaceAll(/\bcurl /g, String.raw`call `);
  const call = String.raw`
    call() {
      body=$(curl -sS -w '\n%{http_code}' "$@")
      echo "status $(tail -n 1 <<<"$body")"
      token=$(grep -oE '"url_with_token" *: *"[^"]+"' <<<"$body" | sed -E 's|.*"https?://[^/]+([^"]+)"$|\1|' || true)
      [ -z "$token" ] || URL_WITH_TOKEN=$SERVER$token
    }
  `;
  const env = { PATH: Bun.env['PATH'] ?? '', SWITCHBOARD_API_KEY: secret, SERVER: url };
  const child = Bun.spawn(['bash', '-ec', call + program], { env, stdout: 'pipe', stderr: 'pipe', timeout: 20_000 });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${shown}\n${errors}`);
  return [...output.matchAll(/^status (\d+)$/gm)].map(([, status = '']) => status);
}
