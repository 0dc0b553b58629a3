import { afterAll, describe, expect, test } from 'bun:test';

import { ANY_INTEREST, INTEREST } from '../../../server/links/clicks/interest-bits';
import type { Click, ClickBatch } from '../../../shared/links/clicks';
import { startServer } from '../../support/app';
import { until } from '../../support/process';
import { linkScenes, type LinkScene } from '../support';
import { click } from './support';

const server = await startServer(
  { webhookAllowPrivate: ['127.0.0.1/32'], webhookAllowHttp: true },
  { unlimited: true },
);
const { clicks } = server.services;
const scene = linkScenes(server);
afterAll(() => server.stop());

interface LinkObject {
  id: string;
  domain_id: string;
  tag_ids: string[];
}
const webhook = (own: LinkScene, events: string[], change: object = {}) =>
  own.expectStatus(201, 'POST', '/webhooks', { url: 'https://hooks.example.com/', events, ...change });
const about =
  ({ id, domain_id, tag_ids }: LinkObject) =>
  () => [id, domain_id, ...tag_ids];

/** As the redirect does it: what somebody wants is decided at the click. */
async function visit(own: LinkScene, link: LinkObject, change: Partial<Parameters<typeof click>[0]> = {}) {
  const { workspaceId } = own;
  const interest = clicks.interestOf(workspaceId, about(link)) | (change.interest ?? 0);
  const one = click({ workspaceId, linkId: link.id, domainId: link.domain_id, ...change, interest });
  expect(await clicks.record(one)).toBe(true);
  return one;
}

/** Every event of a type, in the order of their sequence. */
async function all(own: LinkScene, type: string) {
  const events: { id: string; sequence: number; data: Record<string, unknown> }[] = [];
  for (let cursor = ''; ;) {
    const page = await own.expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}${cursor}`);
    events.push(...page.data);
    if (!page.has_more) return events;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

describe('events of clicks', () => {
  test('a click right after the webhook was created has its event, with the click in it', async () => {
    const own = await scene();
    const link = await own.link({ tags: ['spring'] });
    await visit(own, link);
    await clicks.drained();
    await webhook(own, ['link.clicked']);
    const one = await visit(own, link, { address: '203.0.113.99', referrer: 'https://news.example.com/a' });
    await clicks.drained();
    const clickEvents = await all(own, 'link.clicked');
    expect(clickEvents.map(({ data }) => data['id'])).toEqual([one.id]);
    const data = clickEvents[0]?.data as unknown as Click;
    expect(data).toMatchObject({
      unique: true,
      bot: false,
      country: 'DE',
      continent: 'EU',
      device: 'desktop',
      os: 'Windows',
      browser: 'Chrome',
      referrer_host: 'news.example.com',
      link: { id: link.id, slug: link.slug, short_url: link.short_url, tags: ['spring'] },
    });
    expect(JSON.stringify(clickEvents)).not.toContain('203.0.113.99');
  });

  test('without a subscriber nothing is written', async () => {
    const own = await scene();
    const link = await own.link();
    await webhook(own, ['link.created']);
    await until(() => clicks.interestOf(own.workspaceId, about(link)) === 0);
    await visit(own, link);
    // Even where all is wanted for want of knowledge.
    await visit(own, link, { interest: ANY_INTEREST });
    await clicks.drained();
    expect(await all(own, 'link.clicked')).toEqual([]);
  });

  test('bots have their own event type, which globs leave out', async () => {
    const own = await scene();
    const link = await own.link();
    await webhook(own, ['link.*']);
    await visit(own, link, { class: 'crawler' });
    await clicks.drained();
    expect(await all(own, 'link.bot_clicked')).toEqual([]);
    await webhook(own, ['link.bot_clicked']);
    await visit(own, link, { class: 'crawler' });
    await clicks.drained();
    const clickEvents = await all(own, 'link.bot_clicked');
    expect(clickEvents.map(({ data }) => data['bot_reason'])).toEqual(['crawler']);
    expect(await all(own, 'link.clicked')).toEqual([]);
  });

  test('selectors apply to the click and to the event', async () => {
    const own = await scene();
    const [chosen, other] = [await own.link(), await own.link()];
    await webhook(own, ['link.clicked'], { selectors: { link_ids: [chosen.id] } });
    expect(clicks.interestOf(own.workspaceId, about(chosen))).toBe(INTEREST.single);
    expect(clicks.interestOf(own.workspaceId, about(other))).toBe(0);
    for (const link of [chosen, other]) await visit(own, link, { interest: ANY_INTEREST });
    await clicks.drained();
    expect((await all(own, 'link.clicked')).map(({ data }) => (data as unknown as Click).link.id)).toEqual([chosen.id]);
  });

  test('the last use of a limited link emits one event', async () => {
    const own = await scene();
    const link = await own.link({ max_clicks: 2 });
    await visit(own, link, { used: true });
    await visit(own, link, { used: true, interest: INTEREST.lastUse });
    await visit(own, link, { used: true, interest: INTEREST.lastUse });
    await clicks.drained();
    const clickEvents = await all(own, 'link.limit_reached');
    expect(clickEvents.length).toBe(1);
    expect(clickEvents[0]?.data).toMatchObject({ id: link.id, status: 'limit_reached', remaining_clicks: 0 });
  });

  test('a deleted link has no more events', async () => {
    const own = await scene();
    const link = await own.link();
    await webhook(own, ['link.clicked', 'link.clicks_batched']);
    await own.expectStatus(204, 'DELETE', `/links/${link.id}`);
    await visit(own, link);
    await clicks.drained();
    expect(await all(own, 'link.clicked')).toEqual([]);
  });
});

describe('batches of clicks', () => {
  test('have at most 100 clicks and 60 KiB, each click once, for each webhook', async () => {
    const own = await scene();
    const links = [await own.link({ tags: ['a'] }), await own.link({ metadata: { note: 'x'.repeat(400) } })];
    const first = await webhook(own, ['link.clicks_batched']);
    const second = await webhook(own, ['link.clicks_batched'], {
      url: 'https://other.example.com/',
      selectors: { link_ids: [links[0].id] },
    });
    const made = await Promise.all(
      Array.from({ length: 700 }, (_, index) =>
        visit(own, links[index % 2], {
          address: `198.51.${index >> 8}.${index & 255}`,
          query: `note=${'y'.repeat(index % 7 === 0 ? 900 : 10)}`,
        }),
      ),
    );
    await clicks.drained();

    const clickEvents = await all(own, 'link.clicks_batched');
    const batches = clickEvents.map(({ data }) => data as unknown as ClickBatch);
    for (const batch of batches) {
      expect(batch.count).toBe(batch.clicks.length);
      expect(batch.count).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThanOrEqual(60 * 1024);
      for (const one of batch.clicks) expect(batch.links[one.link_id]?.id).toBe(one.link_id);
    }
    const byWebhook = async ({ id }: { id: string }) => {
      const page = await own.expectStatus(200, 'GET', `/webhook-deliveries?webhook_id=${id}&limit=100`);
      const events = new Set((page.data as { event_id: string }[]).map((delivery) => delivery.event_id));
      return clickEvents
        .filter((event) => events.has(event.id))
        .flatMap(({ data }) => (data as unknown as ClickBatch).clicks.map(({ id: clickId }) => clickId))
        .toSorted();
    };
    const ids = (wanted: typeof made) => wanted.map(({ id }) => id).toSorted();
    expect(await byWebhook(first)).toEqual(ids(made));
    expect(await byWebhook(second)).toEqual(ids(made.filter(({ linkId }) => linkId === links[0].id)));
    expect(await all(own, 'link.clicked')).toEqual([]);
  });

  test('a single click is delivered within about a second', async () => {
    const own = await scene();
    const link = await own.link();
    await webhook(own, ['link.clicks_batched', 'link.clicked']);
    await visit(own, link);
    await until(async () => (await all(own, 'link.clicks_batched')).length === 1);
    await clicks.drained();
    // Both types were named, so both come.
    expect((await all(own, 'link.clicked')).length).toBe(1);
  });
});

describe('exactly once', () => {
  test('while the drain keeps crashing: one event per click, and no gap in the sequence', async () => {
    const own = await scene();
    const link = await own.link();
    await webhook(own, ['link.clicked', 'link.clicks_batched']);
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const some = await Promise.all(
        Array.from({ length: 120 }, (_, index) => visit(own, link, { address: `10.9.${round}.${index}` })),
      );
      made.push(...some.map(({ id }) => id));
      if (round % 2 === 1) {
        const counted = async () => (await clicks.store.counters(own.workspaceId, [link.id])).get(link.id)?.clicks ?? 0;
        const before = made.length - some.length;
        await until(async () => (await counted()) > before);
      }
      clicks.crashDrain();
    }
    await clicks.drained();
    const clickEvents = await all(own, 'link.clicked');
    expect(clickEvents.map(({ data }) => String(data['id'])).toSorted()).toEqual(made.toSorted());
    const batched = (await all(own, 'link.clicks_batched')).flatMap(
      ({ data }) => (data as unknown as ClickBatch).clicks,
    );
    expect(batched.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  });
});
