import { expect, test } from 'bun:test';

import { receiverOf } from '../../server/webhooks/endpoints/receiver-kind';
import { hintIn } from '../../web/features/webhooks/deliveries/detail/hint';

const HEX = '0123456789abcdef0123456789abcdef';

test('receivers are recognised by their address', () => {
  const kindOf = (url: string) => receiverOf(url).kind;
  expect(kindOf('https://hooks.zapier.com/hooks/catch/1/abc/')).toBe('zapier');
  expect(kindOf('https://hook.eu1.make.com/abcdef')).toBe('make');
  expect(kindOf('https://acme.app.n8n.cloud/webhook/orders')).toBe('n8n');
  expect(kindOf('https://n8n.acme.com/webhook/orders')).toBe('n8n');
  expect(kindOf('http://n8n:5678/webhook/orders')).toBe('n8n');
  expect(kindOf('https://flows.acme.com/webhook/3fa85f64-5717-4562-b3fc-2c963f66afa6')).toBe('n8n');
  expect(kindOf(`https://flows.acme.com/webhook/switchboard-${HEX}`)).toBe('n8n');
  expect(kindOf('switchboard://inbox?status=503')).toBe('inbox');
});

test('other addresses have no known receiver', () => {
  for (const url of [
    'https://hooks.example.com/webhook/orders',
    'https://make.com.example.org/hook',
    'https://xn8n.example.com/webhook/orders',
    'https://zapier.com.example.org/hooks',
  ])
    expect(receiverOf(url).kind).toBe('custom');
});

test('an address that only works while an editor is open is warned of', () => {
  expect(receiverOf('https://n8n.acme.com/webhook-test/orders').warnings).toEqual(['n8n_test_url']);
  expect(receiverOf('http://n8n:5678/webhook-test/orders').warnings).toEqual(['plain_http', 'n8n_test_url']);
  expect(receiverOf('https://n8n.acme.com/webhook/orders').warnings).toEqual([]);
});

test('only the hint of an answer is shown', () => {
  const body = {
    code: 404,
    message: 'The requested webhook "POST orders" is not registered.',
    hint: 'The workflow must be active for a production URL to run successfully.',
  };
  expect(hintIn(JSON.stringify(body))).toBe(body.hint);
  for (const other of ['', 'not found', '{"hint":5}', '["hint"]', '{"message":"no"}', 'null'])
    expect(hintIn(other)).toBeUndefined();
});
