import { afterAll, expect, setSystemTime, test } from 'bun:test';

import { scoped } from '../../server/db/scoped';
import { emit } from '../../server/events/emit';
import { newId } from '../../shared/ids';
import { startWebhookServer, type WebhookScene } from '../webhooks/support';
import { verificationResults } from '../webhooks/verify';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

const VERIFIED = ['verified'];
const UNMATCHED = ['No matching signature found'];
const newSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`;

/** Makes something happen; the request that tells of it. */
async function delivered(scene: WebhookScene) {
  await scene.happen();
  const received = scene.receiver.requests.at(-1);
  if (!received) throw new Error('Nothing was delivered.');
  return received;
}

/** What the libraries say of the request at another time. */
function resultsAfter(seconds: number, ...request: Parameters<typeof verificationResults>): string[] {
  setSystemTime(Date.now() + seconds * 1000);
  try {
    return verificationResults(...request);
  } finally {
    setSystemTime();
  }
}

test('a delivery verifies with its secret, and in no other wording, under no other id and at no other time', async () => {
  await using scene = await webhookServer.scene();
  const { secret } = await scene.webhook();
  const { headers, body } = await delivered(scene);
  expect(verificationResults(secret, { headers, body })).toEqual(VERIFIED);

  expect(verificationResults(newSecret(), { headers, body })).toEqual(UNMATCHED);
  for (const other of [`${body} `, JSON.stringify(JSON.parse(body), null, 2), body.replace('Made', 'made'), '']) {
    expect([other, verificationResults(secret, { headers, body: other })]).toEqual([other, UNMATCHED]);
  }
  const timestamp = String(Number(headers['webhook-timestamp']) - 1);
  for (const change of [
    { 'webhook-id': newId('evt') },
    { 'webhook-timestamp': timestamp },
    { 'webhook-signature': 'v1,' },
  ]) {
    expect([change, verificationResults(secret, { headers: { ...headers, ...change }, body })]).toEqual([
      change,
      UNMATCHED,
    ]);
  }
});

test('a delivery is refused once it is older than five minutes, and where it is from the future', async () => {
  await using scene = await webhookServer.scene();
  const { secret } = await scene.webhook();
  const received = await delivered(scene);
  expect(resultsAfter(290, secret, received)).toEqual(VERIFIED);
  expect(resultsAfter(310, secret, received)).toEqual(['Message timestamp too old']);
  expect(resultsAfter(-310, secret, received)).toEqual(['Message timestamp too new']);
});

test('while a secret is replaced a delivery verifies with either, and then with the new one alone', async () => {
  await using scene = await webhookServer.scene();
  const { id, secret: old } = await scene.webhook();
  const { secret } = await scene.act(200, `/webhooks/${id}/rotate-secret`, {});
  const both = await delivered(scene);
  expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const each of [old, secret]) {
    expect(verificationResults(each, both)).toEqual(VERIFIED);
    expect(verificationResults(each, { ...both, body: `${both.body} ` })).toEqual(UNMATCHED);
  }

  const { secret: last } = await scene.act(200, `/webhooks/${id}/rotate-secret`, { overlap_seconds: 0 });
  const received = await delivered(scene);
  expect(verificationResults(last, received)).toEqual(VERIFIED);
  for (const each of [old, secret]) expect(verificationResults(each, received)).toEqual(UNMATCHED);
});

test('the short body of an event that is too large to send is what is signed', async () => {
  await using scene = await webhookServer.scene();
  const { secret } = await scene.webhook({ events: ['webhook.tested'] });
  const { services } = webhookServer;
  const webhookId = newId('whk');
  await services.store.transaction((tx) =>
    emit({ ...services, requestId: newId('req') }, scoped(tx, scene.workspaceId), [
      { type: 'webhook.tested', data: { webhook_id: webhookId, message: 'ä'.repeat(40_000) } },
    ]),
  );
  await webhookServer.settled();

  const received = scene.receiver.requests.at(-1) ?? { headers: {}, body: '' };
  expect(received.body.length).toBeLessThan(1000);
  const { id, data } = JSON.parse(received.body);
  expect(data.data_url).toEndWith(`/api/v1/events/${id}`);
  expect(verificationResults(secret, received)).toEqual(VERIFIED);
  const whole = JSON.stringify(await scene.get(`/events/${id}`));
  expect(whole.length).toBeGreaterThan(40_000);
  expect(verificationResults(secret, { ...received, body: whole })).toEqual(UNMATCHED);
});
