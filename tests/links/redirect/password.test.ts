import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { links } from '../../../server/links/schema/links';
import { database, startServer } from '../../support/app';
import { freshAddress } from '../../support/process';
import { seedWorkspace } from '../../support/seed';
import { seedDomain, seedLink, TARGET, visitor, type Seen } from './support';

const PASSWORD = 'tulips & daisies';
const OTHER_PASSWORD = 'roses, mostly';
/** Compared hundreds of times: a hash that takes no time, as it reads from its own text. */
const hashOf = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let workspaceId: string;
let passwordHash: string;
beforeAll(async () => {
  server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
  visit = visitor(server.url);
  workspaceId = await seedWorkspace();
  passwordHash = await hashOf(PASSWORD);
});
afterAll(() => server.stop());

const submit = (path: string, password: string, headers: Record<string, string> = freshAddress()): Promise<Seen> =>
  visit(path, { method: 'POST', body: new URLSearchParams({ password }), headers });

const cookieOf = ({ headers }: Seen): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

test('a link with a password shows a form, and answers JSON clients with a problem', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  const shown = await visit(`/${slug}`);
  expect([shown.status, shown.location, shown.headers.get('cache-control')]).toEqual([200, null, 'no-store']);
  expect(shown.text).toContain('<form method="post">');
  expect(shown.text).not.toContain(TARGET);
  // Browsers hold the redirect that follows to it.
  expect(shown.headers.get('content-security-policy')).not.toContain('form-action');

  const answer = await visit(`/${slug}`, { headers: { accept: 'application/json' } });
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'link_password_required']);
  expect((await visit(`/${slug}?pw=${encodeURIComponent(PASSWORD)}&password=x`)).status).toBe(200);
});

test.each([301, 302, 307, 308] as const)(
  'of status %i it redirects by 303 once the password is right',
  async (redirectStatus) => {
    const { slug } = await seedLink(workspaceId, { passwordHash, redirectStatus });
    const wrong = await submit(`/${slug}`, OTHER_PASSWORD);
    expect([wrong.status, wrong.location, wrong.headers.get('set-cookie')]).toEqual([403, null, null]);
    expect(wrong.text).toContain('aria-invalid');

    const right = await submit(`/${slug}?a=1`, PASSWORD);
    expect([right.status, right.location]).toEqual([303, `${TARGET}?a=1`]);
    expect(right.headers.get('set-cookie')).toMatch(
      new RegExp(`^sb_link_[0-9a-f]{12}=\\d+\\.[\\w-]{43}; Path=/${slug}; Max-Age=3600; HttpOnly; SameSite=Lax$`),
    );
    const again = await visit(`/${slug}`, { headers: { cookie: `a=b; ${cookieOf(right)}` } });
    expect([again.status, again.location]).toEqual([redirectStatus, TARGET]);
  },
);

test('a wrong password is a problem for JSON clients', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  const answer = await submit(`/${slug}`, OTHER_PASSWORD, { ...freshAddress(), accept: 'application/json' });
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'link_password_wrong']);
});

test('a cookie opens only its own link, for an hour and until the password changes', async () => {
  const one = await seedLink(workspaceId, { passwordHash });
  const other = await seedLink(workspaceId, { passwordHash });
  const cookie = cookieOf(await submit(`/${one.slug}`, PASSWORD));
  const [name = '', value = ''] = cookie.split('=');
  const [expiry = '', proof = ''] = value.split('.');
  const opens = async (slug: string, sent: string) =>
    (await visit(`/${slug}`, { headers: { cookie: sent } })).location === TARGET;

  expect(await opens(one.slug, cookie)).toBe(true);
  expect(await opens(other.slug, cookie)).toBe(false);
  const nameOfOther = cookieOf(await submit(`/${other.slug}`, PASSWORD)).split('=', 1)[0];
  expect(await opens(other.slug, `${nameOfOther}=${value}`)).toBe(false);
  for (const forged of [
    `${Number(expiry) + 9999}.${proof}`,
    `1.${proof}`,
    `.${proof}`,
    `${expiry}.`,
    `${expiry}.${'A'.repeat(43)}`,
  ]) {
    expect([forged, await opens(one.slug, `${name}=${forged}`)]).toEqual([forged, false]);
  }

  const changed = { passwordHash: await hashOf(PASSWORD) };
  await queries(database).update(links).set(changed).where(eq(links.id, one.id));
  server.services.redirects.forget(one.domainId, [one.slugKey]);
  expect(await opens(one.slug, cookie)).toBe(false);
});

test('the sixth try of an address within a minute is refused, even if correct', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  const other = await seedLink(workspaceId, { passwordHash });
  const address = freshAddress();
  for (let count = 0; count < 5; count += 1)
    expect((await submit(`/${slug}`, OTHER_PASSWORD, address)).status).toBe(403);
  const refused = await submit(`/${slug}`, PASSWORD, address);
  expect([refused.status, refused.location]).toEqual([429, null]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  expect((await submit(`/${slug}`, PASSWORD)).status).toBe(303);
  expect((await submit(`/${other.slug}`, PASSWORD, address)).status).toBe(303);
});

test('an IPv6 network counts as one address', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  const from = (end: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${end}` });
  for (let count = 0; count < 5; count += 1) await submit(`/${slug}`, OTHER_PASSWORD, from(count));
  expect((await submit(`/${slug}`, PASSWORD, from(9))).status).toBe(429);
  expect((await submit(`/${slug}`, PASSWORD, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(303);
});

test('an address has about thirty tries a minute over all links', async () => {
  const seeded = await Promise.all(Array.from({ length: 60 }, () => seedLink(workspaceId, { passwordHash })));
  const address = freshAddress();
  // Each link is tried once, so that its own bound is far; all at once, since a try comes back every two seconds.
  const tried = await Promise.all(seeded.map(({ slug }) => submit(`/${slug}`, PASSWORD, address)));
  const refused = tried.filter(({ status }) => status === 429);
  expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([303, 429]));
  expect(tried.length - refused.length).toBeGreaterThanOrEqual(30);
  expect(refused[0]?.location).toBeNull();
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await submit(`/${seeded[0]?.slug}`, PASSWORD)).status).toBe(303);
});

test('about fifty wrong passwords from anywhere lock the link for a while; correct ones do not', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  const many = (count: number, password: string) =>
    Promise.all(Array.from({ length: count }, async () => (await submit(`/${slug}`, password)).status));
  for (let batch = 0; batch < 2; batch += 1) {
    expect(new Set(await many(30, PASSWORD))).toEqual(new Set([303]));
  }

  // A place comes back each 1.2 seconds, so that a right one is refused while wrong ones take all of them.
  let wrong = 0;
  for (let refused = false; !refused && wrong < 600; wrong += 30) {
    const [, right] = await Promise.all([many(30, OTHER_PASSWORD), submit(`/${slug}`, PASSWORD)]);
    refused = right.status === 429;
  }
  expect(wrong).toBeGreaterThan(50);
  expect(wrong).toBeLessThan(600);
});

test('the body is limited', async () => {
  const { slug } = await seedLink(workspaceId, { passwordHash });
  expect((await submit(`/${slug}`, 'x'.repeat(5000))).status).toBe(413);
  const body = new ReadableStream({
    start(controller) {
      for (let count = 0; count < 10; count += 1) controller.enqueue(new Uint8Array(1000).fill(97));
      controller.close();
    },
  });
  const response = await fetch(`${server.url}/${slug}`, { method: 'POST', body, headers: freshAddress() });
  expect(response.status).toBe(413);
  expect((await submit(`/${slug}`, '')).status).toBe(403);
  expect((await visit(`/${slug}`, { method: 'POST', body: '{"password":', headers: freshAddress() })).status).toBe(403);
});

test('the cookie of an https URL is only sent over https', async () => {
  const secure = await startServer({
    baseUrl: 'https://sb.example',
    linksBaseUrl: 'https://sb.example',
    trustedProxies: ['127.0.0.0/8'],
  });
  const domain = await seedDomain(workspaceId);
  await seedLink(workspaceId, { domainId: domain.id, slug: 'sale', passwordHash });
  const answer = await visitor(secure.url)('/SALE', {
    method: 'POST',
    host: domain.hostname,
    body: new URLSearchParams({ password: PASSWORD }),
    headers: freshAddress(),
  });
  expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/SALE; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/);
  await secure.stop();
});
