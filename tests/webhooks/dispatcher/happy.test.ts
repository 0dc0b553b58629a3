import { expect, test } from 'bun:test';

import { verificationResults } from '../verify';
import { startDelivery, startReceiver } from './support';

test('an event reaches its receiver, signed so that the libraries of receivers verify it', async () => {
  using receiver = startReceiver(() => new Response('thanks', { status: 202 }));
  await using server = await startDelivery();
  const webhook = await server.webhook(receiver.url, { events: ['webhook.tested'] });
  await server.emit(3);
  await server.services.delivery.idle();

  expect(receiver.requests).toHaveLength(3);
  for (const { headers, body } of receiver.requests) {
    expect(verificationResults(webhook.secret, { headers, body })).toEqual(['verified']);
    expect(JSON.parse(body)).toMatchObject({ id: headers['webhook-id'] ?? '', type: 'webhook.tested' });
  }
  const rows = await server.deliveries(webhook.no);
  expect(rows.map(({ state, attempts, lastCode, lastStatus }) => ({ state, attempts, lastCode, lastStatus }))).toEqual(
    Array.from({ length: 3 }, () => ({ state: 2, attempts: 1, lastCode: 'ok', lastStatus: 202 })),
  );
  const attempts = await server.attempts();
  expect(attempts).toHaveLength(3);
  expect(attempts[0]).toMatchObject({ code: 'ok', status: 202, flags: { withheld: true }, url: receiver.url });
});
