import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq, ne } from 'drizzle-orm';

import { apiKeys, apiKeySecrets } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import type { Document } from './document';
import { addFixtures } from './fixtures';
import { idSlots } from './isolation';
import { readOperations } from './operations';
import { rowsOf } from './tenants';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const [a, b] = [await addFixtures(server, 'A'), await addFixtures(server, 'B')];
// What a simulated network does later would look like a trace.
await server.services.whatsapp.stop();
const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document;
const operations = readOperations(document);

describe('an id of another workspace in a body', () => {
  const resources = { whatsapp_instances: newId('wai'), link_domains: newId('dom'), inbound_endpoints: newId('iep') };

  test.each(Object.entries(resources))('as %s of a new or changed key is 422 related_not_found', async (kind, id) => {
    const before = await rowsOf(database, b.workspaceId);
    const change = { resources: { [kind]: [id] } };
    const answers = [
      await b.call('POST', '/keys', { kind: 'ak', name: 'Reaching', scopes: ['models:read'], ...change }),
      await b.call('PATCH', `/keys/${b.ids.key}`, change),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'related_not_found',
        errors: [{ in: 'body', pointer: `/resources/${kind}/0`, code: 'related_not_found' }],
      });
    }
    expect((await b.call('GET', `/keys/${b.ids.key}`)).body.resources).toEqual({});
    await server.services.recorder.flush();
    const {
      request_logs: _,
      usage_minutes: __,
      usage_hours: ___,
      usage_days: ____,
      ...rest
    } = await rowsOf(database, b.workspaceId);
    expect(before).toMatchObject(rest);
  });

  const SELECTORS = {
    instance_ids: 'wai',
    chat_ids: 'cht',
    link_ids: 'lnk',
    domain_ids: 'dom',
    endpoint_ids: 'iep',
    tag_ids: 'tag',
  };

  test.each(Object.entries(SELECTORS))('as %s of a new or changed webhook is the same', async (kind, prefix) => {
    const before = await b.call('GET', `/webhooks/${b.ids.whk}`);
    const change = { selectors: { [kind]: [newId(prefix)] } };
    for (const { status, body } of [
      await b.call('POST', '/webhooks', { url: 'https://hooks.example.com/in', events: [], ...change }),
      await b.call('PATCH', `/webhooks/${b.ids.whk}`, change),
    ]) {
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([
        422,
        'related_not_found',
        `/selectors/${kind}/0`,
      ]);
    }
    expect((await b.call('GET', `/webhooks/${b.ids.whk}`)).body).toEqual(before.body);
  });

  test('as the webhook of a replay is 422 related_not_found', async () => {
    for (const dry_run of [true, false]) {
      const { status, body } = await b.call('POST', '/webhook-replays', {
        webhook_id: a.ids.whk,
        after_sequence: 0,
        dry_run,
      });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', '/webhook_id']);
    }
  });

  test('as one of many deliveries is named, and left alone', async () => {
    const before = await a.call('GET', `/webhook-deliveries/${a.webhooks.pending}`);
    const { status, body } = await b.call('POST', '/webhook-deliveries/retry', {
      delivery_ids: [a.webhooks.pending, b.webhooks.pending],
    });
    expect(status).toBe(202);
    expect(body.retried.map(({ id }: { id: string }) => id)).toEqual([b.webhooks.pending]);
    expect(body.skipped).toMatchObject([{ delivery_id: a.webhooks.pending, code: 'not_found' }]);
    expect((await a.call('GET', `/webhook-deliveries/${a.webhooks.pending}`)).body).toEqual(before.body);
  });

  test('as the recipient, the file or the subject of a message is the same', async () => {
    const path = `/whatsapp/instances/${b.ids.wai}/messages`;
    const hello = { type: 'text', text: 'Hello' };
    const image = (id: string) => ({ to: b.ids.cht, content: { type: 'image', media: { media_id: id } } });
    const bodies: [string, (id: string) => object, string][] = [
      [a.ids.cnt, (to) => ({ to, content: hello }), '/to'],
      [a.ids.cht, (to) => ({ to, content: hello }), '/to'],
      [a.ids.med, image, '/content/media/media_id'],
      [a.ids.msg, (reply_to) => ({ to: b.ids.cht, content: hello, reply_to }), '/reply_to'],
      [a.ids.cnt, (id) => ({ to: b.ids.cht, content: hello, mentions: [id] }), '/mentions/0'],
    ];
    for (const [id, bodyOf, pointer] of bodies) {
      for (const one of [id, newId(id.slice(0, 3))]) {
        const { status, body } = await b.call('POST', path, bodyOf(one));
        expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', pointer]);
      }
    }
    expect((await b.call('POST', path, { to: b.ids.cht, content: hello })).status).toBe(202);
  });

  test('as the key of a budget is 422 related_not_found', async () => {
    const before = await b.call('GET', '/ai/budgets');
    for (const key_id of [a.ids.key, newId('key')]) {
      const { status, body } = await b.call('PUT', '/ai/budgets', { key_id, period: 'day', amount_micro_usd: 1 });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', '/key_id']);
    }
    expect((await b.call('GET', '/ai/budgets')).body).toEqual(before.body);
  });

  test('as a label of a chat is 422 related_not_found', async () => {
    const at = `/whatsapp/instances/${b.ids.wai}/chats/${b.ids.cht}`;
    for (const id of [a.ids.lbl, newId('lbl')]) {
      const { status, body } = await b.call('PATCH', at, { label_ids: [b.ids.lbl, id] });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', '/label_ids/1']);
    }
    expect((await b.call('GET', at)).body.labels).toEqual([]);
  });

  test('as a request that an endpoint is tried on is the same; one of an endpoint chooses nothing', async () => {
    for (const id of [a.ids.inr, newId('inr')]) {
      const { status, body } = await b.call('POST', `/inbound-endpoints/${b.ids.iep}/test`, { request_id: id });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', '/request_id']);
    }
    const replay = { endpoint_id: a.ids.iep, dry_run: true };
    expect((await b.call('POST', '/inbound-requests/replay', replay)).body).toMatchObject({ matched_count: 0 });
    expect((await a.call('POST', '/inbound-requests/replay', replay)).body.matched_count).toBeGreaterThan(0);
  });

  test('as a publication of deliveries to send again chooses nothing', async () => {
    const again = { publication_id: a.publications.known['automation_publications_retry.publication_id']?.[0] };
    const counted = { ...again, dry_run: true };
    expect((await b.call('POST', '/publication-deliveries/retry', again)).body).toMatchObject({
      matched_count: 0,
      queued_count: 0,
    });
    expect((await a.call('POST', '/publication-deliveries/retry', counted)).body.matched_count).toBe(1);
  });

  test('as the instance, the person or the webhook of a publication is 422 related_not_found', async () => {
    const to = ['+15550100000'];
    const targets: [string, (id: string) => object, string][] = [
      [a.ids.wai, (instance_id) => ({ channel: 'whatsapp', instance_id, to }), '/targets/0/instance_id'],
      [a.ids.cnt, (id) => ({ channel: 'whatsapp', instance_id: b.ids.wai, to: [id] }), '/targets/0/to/0'],
      [a.ids.whk, (id) => ({ channel: 'webhook', to: [id] }), '/targets/0/to/0'],
    ];
    for (const [id, targetOf, pointer] of targets) {
      for (const one of [id, newId(id.slice(0, 3))]) {
        const body = { content: { text: 'Hello' }, targets: [targetOf(one)], draft: true };
        const { status, body: refusal } = await b.call('POST', '/publications', body);
        expect([status, refusal.code, refusal.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', pointer]);
        const { issues } = (await b.call('POST', '/publications/preview', body)).body;
        expect(issues).toMatchObject([{ pointer, code: 'related_not_found' }]);
      }
    }
  });

  test('as the webhook or a selector of a rule is the same, and as the event that it is tried on', async () => {
    const rule = { name: 'Reaching', trigger: { type: 'manual' }, actions: [{ type: 'delay', seconds: 60 }] };
    const sending = (webhook_id: string) => ({ actions: [{ type: 'webhook', webhook_id, payload: {} }] });
    const events = ['whatsapp.message.received'];
    const selecting = (id: string) => ({ trigger: { type: 'event', events, selectors: { instance_ids: [id] } } });
    const changes: [string, (id: string) => object, string][] = [
      [a.ids.whk, sending, '/actions/0/webhook_id'],
      [a.ids.wai, selecting, '/trigger/selectors/instance_ids/0'],
    ];
    for (const [id, changeOf, pointer] of changes) {
      for (const one of [id, newId(id.slice(0, 3))]) {
        for (const { status, body } of [
          await b.call('POST', '/rules', { ...rule, ...changeOf(one) }),
          await b.call('PATCH', `/rules/${b.ids.rul}`, changeOf(one)),
        ]) {
          expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', pointer]);
        }
        const { issues } = (await b.call('POST', '/rules/preview', { ...rule, ...changeOf(one) })).body;
        expect(issues).toMatchObject([{ pointer, code: 'related_not_found' }]);
      }
    }
    for (const event_id of [a.ids.evt, newId('evt')]) {
      const { status, body } = await b.call('POST', `/rules/${b.ids.rul}/test`, { event_id });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'related_not_found', '/event_id']);
      const preview = await b.call('POST', '/rules/preview', { ...rule, sample: { event_id } });
      expect([preview.status, preview.body.errors?.[0]?.pointer]).toEqual([422, '/sample/event_id']);
    }
    expect((await b.call('POST', `/rules/${b.ids.rul}/test`, { event_id: b.ids.evt })).status).toBe(200);
  });

  test('stands nowhere else: a new field of this kind belongs into the table above', () => {
    const slots = operations.flatMap((operation) => idSlots(document, operation).filter((slot) => slot.in === 'body'));
    expect(new Set(slots.map(({ prefix }) => prefix))).toEqual(
      // The nameless one, last: what a workspace calls its own links, and callers their buttons; `body` is a word of a pattern.
      new Set('key wai dom iep inr pub evt body cht lnk tag lbl whk dlv cnt grp med '.split(' ')),
    );
  });

  test('cannot be stored: the database itself refuses a link across workspaces, and there is none', async () => {
    const db = queries(database);
    const across = {
      hash: newId('x'),
      workspaceId: b.workspaceId,
      keyId: a.ids.key,
      maskedSecret: 'x',
      createdAt: new Date(),
    };
    expect(
      await db
        .insert(apiKeySecrets)
        .values(across)
        .then(
          () => 'stored',
          () => 'refused',
        ),
    ).toBe('refused');
    const crossed = await db
      .select({ hash: apiKeySecrets.hash })
      .from(apiKeySecrets)
      .innerJoin(apiKeys, and(eq(apiKeys.id, apiKeySecrets.keyId), ne(apiKeys.workspaceId, apiKeySecrets.workspaceId)));
    expect(crossed).toEqual([]);
  });
});
