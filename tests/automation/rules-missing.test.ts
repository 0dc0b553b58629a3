import { afterAll, expect, test } from 'bun:test';

import { inboundText } from '../whatsapp/support';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';
import { startAutomation } from './support';

const server = await startAutomation();
afterAll(() => server.stop());
const scene = ruleScenes(server);

test('a step whose template reads a missing value fails without effect', async () => {
  const { rule, run, expectStatus } = await scene();
  const { id, on_missing: mode } = await rule(manualRule());
  expect(mode).toBe('reject');
  const failed = await run(id);
  expect(failed).toMatchObject({ status: 'failed', reason: 'step_failed' });
  expect(failed.steps[0]).toMatchObject({ status: 'failed', error: { code: 'missing_value', path: '/url' } });
  // The value, and what can be done about it.
  for (const word of ['`input.order`', '`default`', '`on_missing`'])
    expect(failed.steps[0].error.message).toContain(word);
  expect((await expectStatus(200, 'GET', '/links')).data).toEqual([]);

  expect((await run(id, { order: 7 })).status).toBe('succeeded');
  const tested = await expectStatus(200, 'POST', `/rules/${id}/test`, { input: {} });
  expect(tested.steps[0]).toMatchObject({ status: 'failed', error: { code: 'missing_value', path: '/url' } });
});

test('with `on_missing: empty` the step runs as before, and its dry run warns', async () => {
  const { rule, run, expectStatus } = await scene();
  const { id } = await rule(manualRule({ on_missing: 'empty', actions: [LINK_STEP] }));
  expect((await run(id)).status).toBe('succeeded');
  expect((await expectStatus(200, 'GET', '/links')).data).toMatchObject([{ url: 'https://example.com/orders/' }]);
  const tested = await expectStatus(200, 'POST', `/rules/${id}/test`, { input: {} });
  expect(tested.steps[0]).toMatchObject({
    status: 'would_run',
    warnings: [{ code: 'missing_value', path: '/url' }],
  });
});

test('a reply that reads the name of a contact without one is not sent', async () => {
  const { rule, runs, instance, expectStatus } = await scene();
  const { id: instanceId } = await instance();
  const at = `/whatsapp/instances/${instanceId}`;
  const { id } = await rule({
    name: 'Greeting',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    actions: [{ type: 'reply', text: 'Hello {{ event.data.contact.username }}!' }],
  });
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100001', 'Hi'));
  const [only] = await runs(id);
  expect(only.steps[0].error).toMatchObject({ code: 'missing_value', path: '/text' });
  const { data } = await expectStatus(200, 'GET', `${at}/messages?direction=outbound`);
  expect(data).toEqual([]);
});
