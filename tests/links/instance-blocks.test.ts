import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jobsOf } from '../../server/modules';
import { behindProxy, browserAt, lastEntryOf, seedAccount, seedSignedIn } from '../support/accounts';
import { startServer } from '../support/app';
import { forgetPasswordProof } from '../support/people';
import { freshSlug, linkScenes } from './support';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-instance-blocks-'));
const list = join(folder, 'hosts.txt');
const listedHost = `${freshSlug('listed')}.example`;
writeFileSync(list, listedHost);
const server = await startServer({ ...behindProxy, linkBlocklist: [list] });
await server.services.jobs.stop(); // A test runs them, and a slow machine must not be ahead of it.
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const scene = linkScenes(server);
const admin = await seedSignedIn(server, { admin: true });
const act = (name: string, input: object) => admin.browser.mutate(`instance.links.${name}`, input);
const listed = async (input: object) => (await admin.browser.query('instance.links.hosts.list', input)).data;

/** What a visitor of a short address gets. */
async function visit({ short_url }: { short_url: string }): Promise<number> {
  const { host, pathname } = new URL(short_url);
  const answer = await fetch(server.url + pathname, { redirect: 'manual', headers: { host } });
  await answer.arrayBuffer();
  return answer.status;
}

async function runJob(): Promise<void> {
  const job = jobsOf(server.services).find(({ name }) => name === 'lists of blocked hosts');
  await job?.run(new AbortController().signal);
}

const CALLS: [string, object][] = [
  ['hosts.add', { host: 'never.example' }],
  ['hosts.remove', { host: 'never.example' }],
  ['block', { short_url: 'https://never.example/x', reason: 'Phishing.' }],
  ['unblock', { short_url: 'https://never.example/x' }],
  ['domains.disable', { hostname: 'never.example', reason: 'Phishing.' }],
  ['domains.enable', { hostname: 'never.example' }],
];

describe('blocks are created', () => {
  test('only by administrators of the installation who confirmed their password recently', async () => {
    const { browser } = await seedSignedIn(server);
    const stale = await seedAccount({ admin: true });
    await forgetPasswordProof(stale);
    const tired = browserAt(server, { cookie: stale.cookieFor(server.services.config.baseUrl) });
    for (const [name, input] of CALLS) {
      expect((await browser.mutate(`instance.links.${name}`, input)).problem?.code).toBe('insufficient_role');
      expect((await tired.mutate(`instance.links.${name}`, input)).problem?.code).toBe('step_up_required');
    }
    for (const name of ['hosts.list', 'list_blocked']) {
      expect((await browser.query(`instance.links.${name}`, {})).problem?.code).toBe('insufficient_role');
    }
    expect((await listed({ q: 'never.example' })).data).toEqual([]);
  });
});

describe('a blocked host', () => {
  test('blocks links of all workspaces to it and its subdomains, and unblocks them when it is removed', async () => {
    const [one, other] = [await scene(), await scene()];
    const host = `${freshSlug('evil')}.example`;
    const below = await one.link({ url: `https://www.${host}/login` });
    const exact = await other.link({ url: `https://${host}/` });
    const beside = await other.link({ url: `https://not${host}/` });
    expect([await visit(below), await visit(exact), await visit(beside)]).toEqual([302, 302, 302]);

    const added = await act('hosts.add', { host: ` ${host.toUpperCase()}. `, reason: 'Phishing.' });
    expect(added.data).toEqual({ host, links: 2, done: true });
    expect([await visit(below), await visit(exact), await visit(beside)]).toEqual([403, 403, 302]);
    expect(await one.events('link.blocked')).toMatchObject([{ data: { id: below.id, status: 'blocked', version: 2 } }]);
    expect(await other.events('link.blocked')).toMatchObject([{ data: { id: exact.id } }]);
    const refused = await one.call('POST', '/links', { url: `https://a.${host}/` });
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'blocked_target']);
    expect(await listed({ q: host.slice(0, -4).toUpperCase() })).toMatchObject({
      data: [{ host, reason: 'Phishing.', created_by: { id: admin.id, name: 'Ada' } }],
    });
    expect(await lastEntryOf(host)).toMatchObject({
      action: 'instance.link_host_blocked',
      workspaceId: null,
      actorId: admin.id,
      changes: { reason: 'Phishing.' },
    });

    // The job comes to the same, and tells nobody again.
    await runJob();
    expect([await visit(below), await visit(beside)]).toEqual([403, 302]);
    expect(await one.events('link.blocked')).toHaveLength(1);

    expect((await act('hosts.remove', { host })).data).toEqual({ host, links: 2, done: true });
    expect([await visit(below), await visit(exact)]).toEqual([302, 302]);
    expect((await listed({ q: host })).data).toEqual([]);
    expect(await lastEntryOf(host)).toMatchObject({ action: 'instance.link_host_unblocked' });
    await one.expectStatus(201, 'POST', '/links', { url: `https://a.${host}/` });
  });

  test('is removed without unblocking what a file, another host or a person blocks', async () => {
    const { link } = await scene();
    const host = `${freshSlug('evil')}.example`;
    const [narrow, wide, mine] = [`a.${host}`, host, `b.${host}`];
    const narrowLink = await link({ url: `https://${narrow}/` });
    const mineLink = await link({ url: `https://${mine}/` });
    await act('block', { short_url: mineLink.short_url, reason: 'Reported.' });
    await act('hosts.add', { host: wide });
    await act('hosts.add', { host: narrow });
    await act('hosts.remove', { host: wide });
    expect([await visit(narrowLink), await visit(mineLink)]).toEqual([403, 403]);
    await act('hosts.remove', { host: narrow });
    await runJob();
    expect([await visit(narrowLink), await visit(mineLink)]).toEqual([302, 403]);

    await act('hosts.add', { host: listedHost });
    expect((await act('hosts.remove', { host: listedHost })).data).toEqual({ host: listedHost, links: 0, done: true });
    expect((await act('hosts.remove', { host: listedHost })).status).toBe(404);
  });

  test('is a host name: no URL, no port, and not twice', async () => {
    for (const host of ['https://evil.example', 'evil.example/x', 'evil.example:80', 'evil.example:8080', 'a b', '?']) {
      const { problem } = await act('hosts.add', { host });
      expect([host, problem?.status, problem?.errors?.[0].code]).toEqual([host, 422, 'invalid_host']);
    }
    const name = freshSlug('twice');
    expect((await act('hosts.add', { host: `${name}.bücher.example` })).data.host).toBe(
      `${name}.xn--bcher-kva.example`,
    );
    expect((await act('hosts.add', { host: `${name}.xn--bcher-kva.example` })).problem.code).toBe('conflict');
  });

  test('is listed in pages, sorted by name', async () => {
    const name = freshSlug('paged');
    for (const first of ['c', 'a', 'b']) await act('hosts.add', { host: `${first}.${name}.example` });
    const page = await listed({ q: name, limit: 2 });
    const next = await listed({ q: name, limit: 2, cursor: page.next_cursor });
    const hosts = [...page.data, ...next.data].map(({ host }: { host: string }) => host[0]);
    expect([hosts, page.has_more, next.has_more]).toEqual([['a', 'b', 'c'], true, false]);
    expect((await admin.browser.query('instance.links.hosts.list', { q: 'x', cursor: page.next_cursor })).status).toBe(
      400,
    );
  });

  test('that another process has blocked is found by the job, and so are its links', async () => {
    const second = await startServer(behindProxy);
    const { link, call } = await scene();
    const host = `${freshSlug('far')}.example`;
    const there = browserAt(second, { cookie: admin.cookieFor(second.services.config.baseUrl) });
    const made = await link({ url: `https://${host}/` });
    expect((await there.mutate('instance.links.hosts.add', { host })).data.links).toBe(1);
    const late = await link({ url: `https://${host}/late` });
    await runJob();
    expect((await call('GET', `/links/${made.id}`)).body.status).toBe('blocked');
    expect((await call('GET', `/links/${late.id}`)).body.status).toBe('blocked');
    expect((await call('POST', '/links', { url: `https://${host}/` })).status).toBe(422);
    await second.stop();
  });
});

describe('a blocked link', () => {
  test('answers 403 from the next request on, and 302 once it is unblocked; its workspace is notified', async () => {
    const { link, events, call, workspaceId } = await scene();
    const { id, short_url, url } = await link();
    expect(await visit({ short_url })).toBe(302);

    const answer = { id, workspace_id: workspaceId, short_url, blocked: true, reason: 'Reported as phishing.' };
    const block = () => act('block', { short_url: `${short_url}?from=mail`, reason: 'Reported as phishing.' });
    expect((await block()).data).toEqual(answer);
    expect(await visit({ short_url })).toBe(403);
    expect((await block()).data).toEqual(answer);
    expect(await events('link.blocked')).toMatchObject([{ data: { id, status: 'blocked', url, version: 2 } }]);
    expect(await lastEntryOf(id)).toMatchObject({
      action: 'instance.link_blocked',
      workspaceId: null,
      actorId: admin.id,
      target: { type: 'link', id, label: short_url },
      changes: { reason: 'Reported as phishing.' },
    });

    // Nor does the workspace free it.
    await call('PATCH', `/links/${id}`, { url: 'https://example.com/else', disabled: false });
    await runJob();
    expect(await visit({ short_url })).toBe(403);

    expect((await act('unblock', { short_url })).data).toEqual({ ...answer, blocked: false, reason: null });
    expect(await visit({ short_url })).toBe(302);
    expect((await call('GET', `/links/${id}`)).body).toMatchObject({ status: 'active', version: 4 });
    expect(await lastEntryOf(id)).toMatchObject({ action: 'instance.link_unblocked' });
    expect((await act('unblock', { short_url })).data.blocked).toBe(false);
  });

  test('stays blocked while its host is on a list', async () => {
    const { link, events } = await scene();
    const host = `${freshSlug('both')}.example`;
    const { short_url } = await link({ url: `https://${host}/` });
    await act('hosts.add', { host });
    expect((await act('unblock', { short_url })).problem.code).toBe('invalid_state');
    await act('block', { short_url, reason: 'For itself.' });
    expect((await act('unblock', { short_url })).problem.code).toBe('invalid_state');
    expect(await events('link.blocked')).toHaveLength(1);
    expect((await act('hosts.remove', { host })).data.links).toBe(0);
    expect(await visit({ short_url })).toBe(403);
    expect((await act('unblock', { short_url })).data.blocked).toBe(false);
    expect(await visit({ short_url })).toBe(302);
  });

  test('is listed for administrators with its workspace until it is unblocked; those blocked by a list are not', async () => {
    const { link, domain, workspaceId } = await scene();
    const { id: domain_id } = await domain();
    const made = [await link(), await link({ domain_id }), await link()];
    for (const { short_url } of made) await act('block', { short_url, reason: 'Spam.' });
    const host = `${freshSlug('evil')}.example`;
    await link({ url: `https://${host}/` });
    await act('hosts.add', { host });

    const pages = async (limit: number) => {
      const seen: Record<string, unknown>[] = [];
      for (let cursor: string | undefined; ;) {
        const { data } = await admin.browser.query('instance.links.list_blocked', {
          limit,
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...data.data);
        if (!data.has_more) return seen.filter((row) => row['workspace_id'] === workspaceId);
        cursor = data.next_cursor;
      }
    };
    const seen = await pages(2);
    expect(seen.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect(seen[1]).toEqual({
      id: made[1].id,
      workspace_id: workspaceId,
      workspace_name: 'Links',
      short_url: made[1].short_url,
      reason: 'Spam.',
      blocked_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await act('unblock', { short_url: made[1].short_url });
    expect((await pages(100)).map(({ id }) => id)).toEqual([made[2].id, made[0].id]);
  });

  test('is named by its short URL, on own domains too', async () => {
    const { link, domain } = await scene();
    const { id: domain_id } = await domain({ case_sensitive: true });
    const upper = await link({ domain_id, slug: 'Sale' });
    const lower = await link({ domain_id, slug: 'sale' });
    expect((await act('block', { short_url: upper.short_url, reason: 'Spam.' })).data.id).toBe(upper.id);
    expect([await visit(upper), await visit(lower)]).toEqual([403, 302]);
    for (const short_url of ['no address', 'https://nowhere.example/x', `${upper.short_url}-not`]) {
      expect((await act('block', { short_url, reason: 'Spam.' })).status).toBe(404);
    }
    expect((await act('block', { short_url: upper.short_url, reason: '' })).status).toBe(400);
  });
});

describe('a link domain', () => {
  test('is disabled and enabled by the operator: its links answer 404, and its workspace cannot change that', async () => {
    const { link, domain, events, call, workspaceId } = await scene();
    const { id: domain_id, hostname } = await domain();
    const made = await link({ domain_id });
    expect(await visit(made)).toBe(302);

    const disabled = await act('domains.disable', { hostname: hostname.toUpperCase(), reason: 'Abuse.' });
    expect(disabled.data).toEqual({ hostname, disabled: true, workspace_ids: [workspaceId] });
    expect(await visit(made)).toBe(404);
    expect(await events('link.domain.updated')).toMatchObject([{ data: { id: domain_id, status: 'disabled' } }]);
    expect(await lastEntryOf(domain_id)).toMatchObject({
      action: 'instance.link_domain_disabled',
      workspaceId: null,
      actorId: admin.id,
      changes: { reason: 'Abuse.' },
    });
    await call('PATCH', `/link-domains/${domain_id}`, { disabled: false });
    await call('DELETE', `/links/${made.id}`);
    expect((await call('DELETE', `/link-domains/${domain_id}`)).body.code).toBe('conflict');
    const next = await link({ domain_id });
    expect(await visit(next)).toBe(404);

    await act('domains.disable', { hostname, reason: 'Abuse.' });
    expect((await act('domains.enable', { hostname })).data.disabled).toBe(false);
    expect(await visit(next)).toBe(302);
    expect(await events('link.domain.updated')).toHaveLength(2);
    expect(await lastEntryOf(domain_id)).toMatchObject({ action: 'instance.link_domain_enabled' });
    expect((await act('domains.disable', { hostname: 'nowhere.example', reason: 'Abuse.' })).status).toBe(404);
  });
});
