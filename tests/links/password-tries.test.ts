import { afterAll, afterEach, expect, mock, spyOn, test } from 'bun:test';

import { browserAt, PASSWORD, seedAccount } from '../support/accounts';
import { startServer } from '../support/app';
import { freshAddress } from '../support/process';
import { freshSlug, linkScenes } from './support';

const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());
afterEach(() => mock.restore());
const scene = linkScenes(server);
const OPEN = 'open sesame';

/** Counts what is done with passwords, in all and at a time. */
function watch(name: 'hash' | 'verify') {
  const real = Bun.password[name] as (...args: unknown[]) => Promise<never>;
  const seen = { calls: 0, running: 0, most: 0 };
  const counted = async (...args: unknown[]): Promise<never> => {
    seen.calls += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return real(...args).finally(() => (seen.running -= 1));
  };
  spyOn(Bun.password, name).mockImplementation(counted);
  return seen;
}

const submit = async (slug: string, password: string): Promise<number> => {
  const body = new URLSearchParams({ password });
  const answer = await fetch(`${server.url}/${slug}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: freshAddress(),
  });
  await answer.arrayBuffer();
  return answer.status;
};

test('right, wrong, empty and overlong passwords take one comparison each, so that timing reveals nothing', async () => {
  const slug = freshSlug();
  await (await scene()).link({ slug, password: OPEN });
  const seen = watch('verify');
  for (const [password, status] of [
    [OPEN, 303],
    ['wrong', 403],
    ['', 403],
    ['x'.repeat(2000), 403],
  ] as const) {
    const before = seen.calls;
    expect([password, await submit(slug, password)]).toEqual([password, status]);
    expect(seen.calls - before).toBe(1);
  }
});

test('tries of one link and of many are compared one at a time, so that sign-ins are not delayed', async () => {
  const { expectStatus } = await scene();
  const slugs = Array.from({ length: 6 }, () => freshSlug());
  const items = slugs.map((slug) => ({ url: 'https://example.com/', slug, password: OPEN }));
  await expectStatus(200, 'POST', '/links/bulk', { items });
  const seen = watch('verify');
  const tries = [...slugs, ...Array.from({ length: 6 }, () => slugs[0] ?? '')];
  const statuses = await Promise.all(tries.map((slug) => submit(slug, OPEN)));
  expect(new Set(statuses)).toEqual(new Set([303]));
  expect([seen.calls, seen.most]).toEqual([12, 1]);
});

test('passwords of new links are hashed one at a time too, however many are created at once', async () => {
  const { link } = await scene();
  const { email } = await seedAccount();
  const seen = watch('hash');
  const made = Promise.all(Array.from({ length: 10 }, (_, at) => link({ password: `secret ${at}` })));
  const signedIn = await browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  expect(await made).toHaveLength(10);
  expect([seen.calls, seen.most]).toEqual([10, 1]);
});
