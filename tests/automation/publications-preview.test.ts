import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { publicationDeliveries, publications, publicationSlots } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import { links } from '../../server/links/schema/links';
import { database, startServer } from '../support/app';
import { later, people, personNo, type PublicationScene, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

const rowCounts = (workspaceId: string) =>
  Promise.all(
    [publications, publicationDeliveries, publicationSlots, links, events].map((table) =>
      queries(database).$count(table, eq(table.workspaceId, workspaceId)),
    ),
  );

const preview = async (place: PublicationScene, more: object = {}) => {
  const before = await rowCounts(place.workspaceId);
  const answer = await place.expectStatus(200, 'POST', '/publications/preview', place.bodyOf(more));
  expect(await rowCounts(place.workspaceId)).toEqual(before);
  return answer;
};

/** What stands for a short link before there is one. */
const withoutSlugs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/(https?:\/\/[^/"]+\/)[A-Za-z0-9]{7}\b/g, '$1xxxxxxx'));

test('a preview shows what would be created, and stores nothing', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const body = {
    content: { text: 'News at https://example.com/a and https://example.com/b.', format: 'markdown' },
    overrides: { webhook: { payload: { link: 'https://example.com/a' } } },
    short_links: 'auto',
    schedule: { mode: 'next_slot', slots: ['0 9 * * *'], timezone: 'Europe/Berlin' },
    targets: [{ channel: 'whatsapp', to: people(3) }, `webhook:${webhook}`],
  };
  const shown = await preview(place, body);
  expect(shown).toMatchObject({ valid: true, issues: [], total: 4 });
  expect(shown.links).toEqual([{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }]);

  const made = await place.create(body);
  expect(made.due_at).toBe(shown.due_at);
  expect(made.links.map(({ url }: { url: string }) => ({ url }))).toEqual(shown.links);
  const deliveries = (await place.deliveries(made.id)).toReversed();
  expect(
    deliveries.map(
      (one: { channel: string; instance_id: string; to: string; label: string; parts: { type: string }[] }) => ({
        channel: one.channel,
        instance_id: one.instance_id,
        to: one.to,
        label: one.label,
        parts: one.parts.map(({ type }) => type),
      }),
    ),
  ).toEqual(
    shown.deliveries.map(
      (one: { channel: string; instance_id: string; to: string; label: string; parts: { type: string }[] }) => ({
        channel: one.channel,
        instance_id: one.instance_id,
        to: one.to,
        label: one.label,
        parts: one.parts.map(({ type }) => type),
      }),
    ),
  );
  const [first] = shown.deliveries;
  expect(first.parts[0].content.text).toBe((withoutSlugs(made.content) as { text: string }).text);
});

test('A preview reports the issues that creation refuses', async () => {
  const place = await scene();
  for (const more of [
    { schedule_at: '2020-01-01T00:00:00Z' },
    { targets: [{ channel: 'whatsapp', to: ['nobody', personNo(1)] }] },
    { targets: ['webhook:whk_01jd9x3k2mf8v9q4zt7w5b6n0c'] },
    { content: { text: 'x'.repeat(5000) } },
    { content: {} },
  ]) {
    const shown = await preview(place, more);
    expect(shown.valid).toBe(false);
    const answer = await place.call('POST', '/publications', place.bodyOf(more));
    expect([400, 422]).toContain(answer.status);
    expect(shown.issues.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual(
      answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    );
  }
});

test('A preview reports duplicates, and that no slot is free', async () => {
  const place = await scene();
  await place.create({ schedule_at: later() });
  const codes = async (more: object) => (await preview(place, more)).issues.map(({ code }: { code: string }) => code);
  expect(await codes({ duplicate_window_seconds: 60 })).toEqual(['probable_duplicate']);
  expect(await codes({ duplicate_window_seconds: 60, allow_duplicate: true })).toEqual([]);
  expect(await codes({ duplicate_window_seconds: 60, content: { text: 'Other.' } })).toEqual([]);
});

test('a draft has no time yet, and many recipients are truncated', async () => {
  const place = await scene();
  expect((await preview(place, { draft: true, schedule_at: later() })).due_at).toBeNull();
  const shown = await preview(place, { targets: [{ channel: 'whatsapp', to: people(120) }] });
  expect([shown.deliveries.length, shown.total]).toEqual([100, 120]);
});

test('a text that is too long is refused, truncated or split, as requested', async () => {
  const place = await scene();
  const text = 'All of these words. '.repeat(300).trim();
  const parts = async (overflow: string) => (await preview(place, { content: { text }, overflow })).deliveries[0].parts;
  expect((await preview(place, { content: { text } })).valid).toBe(false);
  const [cut, ...none] = await parts('truncate');
  expect([none.length, cut.content.text.length <= 4096]).toEqual([0, true]);
  const split = await parts('split');
  expect(split).toHaveLength(2);
  expect(split.map((part: { content: { text: string } }) => part.content.text).join(' ')).toBe(text);

  const made = await place.create({ content: { text }, overflow: 'split', schedule_at: later() });
  expect((await place.deliveries(made.id))[0].parts).toHaveLength(2);
});
