import { afterAll, beforeAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { until } from '../support/process';
import { inboundText } from '../whatsapp/support';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

test('a rule that is run manually creates a link from its input, and its end emits an event', async () => {
  const { rule, run, events } = await scene();
  const { id } = await rule(manualRule());

  const done = await run(id, { order: '42' });

  expect(done).toMatchObject({ status: 'succeeded', rule_id: id, rule_version: 1, reason: null, next_at: null });
  expect(done.trigger).toMatchObject({ type: 'manual', input: { order: '42' } });
  expect(done.steps).toMatchObject([
    { index: 0, type: 'create_link', status: 'succeeded', input: { url: 'https://example.com/orders/42' } },
  ]);
  const [created] = await events('link.created');
  expect(created?.data).toMatchObject({
    id: done.steps[0].output.link_id,
    short_url: done.steps[0].output.short_url,
    source: 'automation',
    actor: { type: 'system', id },
  });
  expect((await events('automation.rule_run.succeeded')).map(({ data }) => data.id)).toEqual([done.id]);
});

test('a message on WhatsApp is answered by the text of a reply, once', async () => {
  const { rule, runs, instance, expectStatus } = await scene();
  const { at } = await instance();
  const { id } = await rule({
    name: 'Greeting',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    filter: "event.data.content.text contains 'hello'",
    actions: [{ type: 'reply', text: 'You said: {{ event.data.content.text | upcase }}', quote: true }],
  });

  const { data } = await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100031', 'hello there'));
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100031', 'bye'));
  const [run, ...others] = await runs(id);

  expect(others).toEqual([]);
  expect(run).toMatchObject({
    status: 'succeeded',
    trigger: { type: 'event', event_type: 'whatsapp.message.received' },
  });
  const reply = await expectStatus(200, 'GET', `${at}/messages/${run.steps[0].output.message_id}`);
  expect(reply).toMatchObject({
    origin: 'automation',
    direction: 'outbound',
    content: { type: 'text', text: 'You said: HELLO THERE' },
    reply_to: { message_id: data[0].message_id },
  });
});

test('steps read the output of earlier steps: a link, then an event for one webhook only', async () => {
  const { rule, run, events, expectStatus } = await scene();
  const inbox = await expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: [] });
  const { id } = await rule(
    manualRule({
      name: 'ReportEvents',
      actions: [
        LINK_STEP,
        { type: 'webhook', webhook_id: inbox.id, payload: { link: '{{ steps[0].short_url }}', n: '{{ input.n }}' } },
      ],
    }),
  );

  const done = await run(id, { order: '7', n: 5 });

  expect(done.status).toBe('succeeded');
  const fired = await expectStatus(200, 'GET', `/events/${done.steps[1].output.event_id}`);
  expect(fired).toMatchObject({
    type: 'automation.rule.fired',
    data: {
      rule: { id, name: 'ReportEvents', version: 1 },
      run: { id: done.id, step: 1 },
      payload: { link: done.steps[0].output.short_url, n: 5 },
    },
  });
  const deliveries = await expectStatus(200, 'GET', `/webhook-deliveries?webhook_id=${inbox.id}`);
  expect(deliveries.data.map((one: { event_id: string }) => one.event_id)).toEqual([fired.id]);
  expect(await events('automation.rule.fired')).toHaveLength(1);
});

test('a publish step makes a publication that names its run', async () => {
  const { rule, run, instance, expectStatus } = await scene();
  const { id: instanceId } = await instance();
  const { id } = await rule(
    manualRule({
      actions: [
        {
          type: 'publish',
          publication: {
            content: { text: 'Order {{ input.order }} is out.' },
            targets: [{ channel: 'whatsapp', instance_id: instanceId, to: ['{{ input.phones }}'] }],
          },
        },
      ],
    }),
  );

  const done = await run(id, { order: 'A1', phones: ['+15550100041', '+15550100042'] });

  expect(done.steps[0]).toMatchObject({ status: 'succeeded', error: null });
  const publication = await expectStatus(200, 'GET', `/publications/${done.steps[0].output.publication_id}`);
  expect(publication).toMatchObject({
    content: { text: 'Order A1 is out.' },
    source: { kind: 'rule', rule_run_id: done.id },
    counters: { total: 2 },
  });
});

test('a delay survives a restart, and the next step is done when it is over', async () => {
  const { rule, run, idle, expectStatus } = await scene();
  const { id } = await rule(manualRule({ actions: [{ type: 'delay', seconds: 1 }, LINK_STEP] }));

  const waiting = await run(id, { order: '1' });

  expect(waiting).toMatchObject({
    status: 'waiting',
    reason: 'delay',
    steps: [{ status: 'waiting' }, { status: 'pending' }],
  });
  expect(Date.parse(waiting.next_at)).toBeGreaterThan(Date.parse(waiting.created_at));
  await until(async () => {
    await idle();
    return (await expectStatus(200, 'GET', `/rule-runs/${waiting.id}`)).status === 'succeeded';
  });
});
