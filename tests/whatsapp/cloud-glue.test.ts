import { expect, test } from 'bun:test';

import { cloudPlace } from './cloud-place';

const place = cloudPlace();

test('a nearly used-up rate limit of Meta limits the instance until it resets', async () => {
  const scene = await place.scene();
  const usage = [
    { type: 'whatsapp', call_count: 95, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 3 },
  ];
  const headers = { 'x-business-use-case-usage': JSON.stringify({ [scene.waba]: usage }) };
  await place.graph().fault({ match: { method: 'POST', path: '/messages$', token: scene.token }, action: { headers } });
  await scene.open();
  await scene.send({ type: 'text', text: 'Hello' });
  await scene.settle();
  const { health } = await scene.instance();
  expect(health).toMatchObject({ sending: 'limited', reasons: [{ code: 'local_limit' }] });
  expect(Date.parse(health.reasons[0].until)).toBeGreaterThan(Date.now());
});

test('values are put into the template’s buttons that have variables', async () => {
  const buttons = [
    { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+15550100000' },
    { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}', example: ['a'] },
    { type: 'QUICK_REPLY', text: 'Stop' },
  ];
  const components = [
    { type: 'BODY', text: 'Your order {{1}}' },
    { type: 'BUTTONS', buttons },
  ];
  const scene = await place.scene({ templates: [{ name: 'order', language: 'en_US', components }] });
  await scene.ask(200, 'POST', `${scene.path}/templates/sync`);
  const variables = { body: ['42'], buttons: ['parcel', 'no more'] };
  await scene.send({ type: 'template', name: 'order', language: 'en_US', variables });
  await scene.settle();
  const [asked] = await scene.sends();
  const template = asked?.['template'] as { components: object[] } | undefined;
  expect(template?.components).toEqual([
    { type: 'body', parameters: [{ type: 'text', text: '42' }] },
    { type: 'button', sub_type: 'url', index: 1, parameters: [{ type: 'text', text: 'parcel' }] },
    { type: 'button', sub_type: 'quick_reply', index: 2, parameters: [{ type: 'payload', payload: 'no more' }] },
  ]);
});
