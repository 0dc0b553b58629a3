import { afterAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';

import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

import { inboundScenes } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation({}, { unlimited: true });
afterAll(() => server.stop());
const scene = inboundScenes(server);

const hmac = (algorithm: string, key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(encoding);
const seconds = (offset = 0): number => Math.floor(Date.now() / 1000) + offset;

interface Sender {
  preset: string;
  /** What the endpoint says of it, where the preset does not say all. */
  auth?: object;
  secret?: string;
  otherSecret?: string;
  /** Headers of a body, by the sender’s own algorithm. */
  sign: (body: string, secret: string, at: number) => Record<string, string>;
  /** The header without which nothing is signed. */
  header: string;
  timed?: true;
}

const standard = (
  make: (secret: string) => { sign(id: string, at: Date, body: string): string },
  prefix: 'webhook' | 'svix',
): Sender['sign'] => {
  return (body, secret, at) => ({
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(at),
    [`${prefix}-signature`]: make(secret).sign('msg_1', new Date(at * 1000), body),
  });
};
const WHSEC = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER_WHSEC = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

const SENDERS: Record<string, Sender> = {
  github: {
    preset: 'github',
    sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body, 'hex')}` }),
    header: 'x-hub-signature-256',
  },
  'github, in capitals': {
    preset: 'github',
    sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body, 'hex').toUpperCase()}` }),
    header: 'x-hub-signature-256',
  },
  stripe: {
    preset: 'stripe',
    sign: (body, secret, at) => ({
      'stripe-signature': `t=${at},v1=${'0'.repeat(64)},v1=${hmac('sha256', secret, `${at}.${body}`, 'hex')},v0=x`,
    }),
    secret: 'whsec_2f6wpPRyqEzDqXBHTIFbwQcwM0JtrD1y',
    header: 'stripe-signature',
    timed: true,
  },
  shopify: {
    preset: 'shopify',
    sign: (body, secret) => ({ 'x-shopify-hmac-sha256': hmac('sha256', secret, body, 'base64') }),
    header: 'x-shopify-hmac-sha256',
  },
  woocommerce: {
    preset: 'woocommerce',
    sign: (body, secret) => ({ 'x-wc-webhook-signature': hmac('sha256', secret, body, 'base64') }),
    header: 'x-wc-webhook-signature',
  },
  'standard_webhooks, by its own library': {
    preset: 'standard_webhooks',
    sign: standard((secret) => new StandardWebhook(secret), 'webhook'),
    secret: WHSEC,
    otherSecret: OTHER_WHSEC,
    header: 'webhook-signature',
    timed: true,
  },
  'standard_webhooks, by svix': {
    preset: 'standard_webhooks',
    sign: standard((secret) => new SvixWebhook(secret), 'svix'),
    secret: WHSEC,
    otherSecret: OTHER_WHSEC,
    header: 'svix-signature',
    timed: true,
  },
  'generic_hmac of a template': {
    preset: 'generic_hmac',
    auth: {
      mode: 'signature',
      scheme: 'generic_hmac',
      header: 'X-Sig',
      algorithm: 'sha512',
      encoding: 'base64url',
      prefix: 'v0=',
      signed: 'v0:{id}:{timestamp}:{method}:{body}',
      timestamp_header: 'X-Time',
      timestamp_unit: 'ms',
      id_header: 'X-Id',
      secret_encoding: 'hex',
    },
    secret: 'ab'.repeat(32),
    otherSecret: 'cd'.repeat(32),
    sign: (body, secret, at) => {
      const signed = createHmac('sha512', Buffer.from(secret, 'hex')).update(`v0:d1:${at * 1000}:POST:${body}`);
      return { 'x-sig': `v0=${signed.digest('base64url')}`, 'x-time': String(at * 1000), 'x-id': 'd1' };
    },
    header: 'x-sig',
    timed: true,
  },
  'generic_hmac of the body': {
    preset: 'generic_hmac',
    sign: (body, secret) => ({ 'x-signature': hmac('sha256', secret, body, 'hex') }),
    header: 'x-signature',
  },
};

// A body that changes when it is parsed and serialised again.
const BODY = '{"message": "H\\u0069",  "n": 1.0}';
const DEDUPE_OFF = { dedupe: { key: null } };

describe.each(Object.entries(SENDERS))('%s', (_, sender) => {
  const make = async () => {
    const { endpoint, send, expectStatus } = await scene();
    const hook = await endpoint({
      preset: sender.preset,
      ...(sender.auth ? { auth: sender.auth } : {}),
      ...(sender.secret ? { secret: sender.secret } : {}),
      ...DEDUPE_OFF,
    });
    const secret = hook.secret ?? '';
    const type = { 'content-type': 'application/json' };
    const post = (body: string, headers: Record<string, string>) =>
      send(hook.id, { body, headers: { ...type, ...headers } });
    const reasonOf = async (answer: ReturnType<typeof post>) => {
      const { status, body } = await answer;
      return status === 202 ? 'accepted' : `${status} ${body.code} ${body.errors?.[0].code}`;
    };
    return { hook, secret, post, reasonOf, expectStatus };
  };

  test('its signature is accepted, and not one of other bytes or with another secret', async () => {
    const { secret, post, reasonOf } = await make();
    const headers = sender.sign(BODY, secret, seconds());
    expect(await reasonOf(post(BODY, headers))).toBe('accepted');
    const invalid = '401 invalid_signature signature_invalid';
    expect(await reasonOf(post(BODY.replace('1.0', '2.0'), headers))).toBe(invalid);
    expect(await reasonOf(post(JSON.stringify(JSON.parse(BODY)), headers))).toBe(invalid);
    const other = sender.sign(BODY, sender.otherSecret ?? 'another-secret', seconds());
    expect(await reasonOf(post(BODY, other))).toBe(invalid);
    const { [sender.header]: _header, ...bare } = headers;
    expect(await reasonOf(post(BODY, bare))).toBe('401 invalid_signature signature_missing');
    expect(await reasonOf(post(BODY, { ...headers, [sender.header]: 'nonsense' }))).toBe(invalid);
  });

  test('a rotated secret is accepted inside the overlap and not outside', async () => {
    const { hook, secret, post, reasonOf, expectStatus } = await make();
    const rotate = (body: object) => expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/rotate-secret`, body);
    const rotated = await rotate({ overlap_seconds: 60 });
    expect(await reasonOf(post(BODY, sender.sign(BODY, secret, seconds())))).toBe('accepted');
    expect(await reasonOf(post(BODY, sender.sign(BODY, rotated.secret, seconds())))).toBe('accepted');
    expect(rotated.secrets).toHaveLength(2);

    const last = await rotate({ overlap_seconds: 0 });
    expect(await reasonOf(post(BODY, sender.sign(BODY, rotated.secret, seconds())))).toContain('signature_invalid');
    expect(await reasonOf(post(BODY, sender.sign(BODY, last.secret, seconds())))).toBe('accepted');
  });

  if (!sender.timed) return;
  test('a time more than five minutes off is stale', async () => {
    const { secret, post, reasonOf } = await make();
    for (const offset of [-302, 302]) {
      const headers = sender.sign(BODY, secret, seconds(offset));
      expect(await reasonOf(post(BODY, headers))).toBe('401 invalid_signature signature_stale');
    }
    for (const offset of [-298, 298]) {
      expect(await reasonOf(post(BODY, sender.sign(BODY, secret, seconds(offset))))).toBe('accepted');
    }
  });
});

test('GitLab sends the secret itself', async () => {
  const { endpoint, send, requests } = await scene();
  const hook = await endpoint({ preset: 'gitlab' });
  const call = (token: string) =>
    send(hook.id, {
      body: { message: 'Hi' },
      headers: { 'x-gitlab-token': token, 'x-gitlab-event': 'Push Hook', 'idempotency-key': 'k1' },
    });
  expect((await call(hook.secret ?? '')).status).toBe(202);
  expect((await call('another')).body.errors[0].code).toBe('signature_invalid');
  expect((await send(hook.id, { body: { message: 'Hi' } })).body.errors[0].code).toBe('signature_missing');
  const [accepted] = await requests('&status=accepted');
  expect(accepted.dedupe_key).toBe('k1');
});

test('headers of a sender are shown, except credentials', async () => {
  const { endpoint, send, request, call } = await scene();
  const hook = await endpoint({
    preset: 'github',
    allowed_headers: ['X-Extra'],
    on_missing: 'empty',
    mapping: { content: { text: '{{ type }} {{ headers["x-extra"] }} {{ headers["x-hub-signature-256"] }}!' } },
  });
  const body = '{}';
  const answer = await send(hook.id, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': 'd1',
      'x-extra': 'more',
      cookie: 'a=b',
      'x-hub-signature-256': `sha256=${hmac('sha256', hook.secret ?? '', body, 'hex')}`,
    },
  });
  const { headers, dedupe_key: key } = await request(answer.body.id);
  expect(key).toBe('d1');
  expect(headers).toMatchObject({ 'x-github-event': 'push', 'x-extra': 'more' });
  expect(Object.keys(headers).filter((name) => /cookie|signature|authorization/.test(name))).toEqual([]);
  const refused = await call('POST', '/inbound-endpoints', { name: 'X', allowed_headers: ['x-api-key'] });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/allowed_headers/0']);

  // One that the endpoint itself makes a credential is none to be seen, whatever its name.
  const own = await endpoint({ auth: { mode: 'header', header: 'x-hook' }, allowed_headers: ['x-hook', 'x-extra'] });
  const given = { 'x-hook': own.secret ?? '', 'x-extra': 'more' };
  const { headers: seen } = await request((await send(own.id, { body: { message: 'Hi' }, headers: given })).body.id);
  expect([seen['x-extra'], 'x-hook' in seen]).toEqual(['more', false]);
});

test('pings of GitHub are recorded, and that of WooCommerce is answered without a trace', async () => {
  const { endpoint, send, lastRow } = await scene();
  const github = await endpoint({ preset: 'github' });
  const body = '{"zen":"Keep it logically awesome."}';
  const ping = await send(github.id, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-hub-signature-256': `sha256=${hmac('sha256', github.secret ?? '', body, 'hex')}`,
    },
  });
  expect([ping.status, ping.body.status, ping.body.reason]).toEqual([200, 'recorded', 'ping']);

  const woo = await endpoint({ preset: 'woocommerce' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send(woo.id, { body: 'webhook_id=7', headers: form })).status).toBe(200);
  expect(await lastRow(woo.id)).toBeUndefined();
  expect((await send(woo.id, { body: 'webhook_id=7&x=1', headers: form })).status).toBe(401);
});

test('a token is rotated with an overlap, and a secret that could never verify is refused', async () => {
  const { endpoint, send, call, expectStatus } = await scene();
  const hook = await endpoint();
  const rotated = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/rotate-token`, {
    overlap_seconds: 60,
  });
  const statusOf = async (token: string | null) =>
    (await send(`${hook.id}/${token}`, { body: { message: 'Hi' } })).status;
  expect(await statusOf(hook.token)).toBe(202);
  expect(await statusOf(rotated.token)).toBe(202);
  const last = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/rotate-token`, { overlap_seconds: 0 });
  expect([await statusOf(rotated.token), await statusOf(hook.token), await statusOf(last.token)]).toEqual([
    404, 404, 202,
  ]);

  const refused = await call('POST', '/inbound-endpoints', {
    name: 'X',
    preset: 'standard_webhooks',
    secret: 'whsec_-_-_URLsafe_-_-',
  });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/secret']);
  expect((await call('POST', `/inbound-endpoints/${hook.id}/rotate-secret`, {})).body.code).toBe('invalid_state');
});
