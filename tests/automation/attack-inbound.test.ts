import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { createHmac } from 'node:crypto';

import { checkCron } from '../../server/automation/schedule/cron';
import { slotsFrom } from '../../server/automation/schedule/occurrences';
import { databaseUrl } from '../../server/db/engine';
import { mask } from '../../server/secrets/mask';
import { textOfTables } from '../support/dump';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

let server: Awaited<ReturnType<typeof startAutomation>>;
let scene: ReturnType<typeof inboundScenes>;

beforeAll(async () => {
  server = await startAutomation();
  scene = inboundScenes(server);
});
afterAll(() => server.stop());

const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test('a key that is narrowed to an instance does not get access to others through endpoints of wider callers', async () => {
  const { endpoint, instance, keyOf, send, pathOf, publications } = await scene();
  const [own, other] = [await instance(), await instance()];
  const targets = [{ channel: 'whatsapp', instance_id: other.id, to: ['+15550100200'] }];
  const hook = await endpoint({ targets });
  const sent = await send(pathOf(hook), { body: { message: 'Hello' } });
  expect(sent.status).toBe(202);

  const narrow = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [own.id] } });
  const at = `/inbound-endpoints/${hook.id}`;
  const calls: Parameters<typeof narrow>[] = [
    ['GET', at],
    ['GET', `${at}/versions`],
    ['PATCH', at, { name: 'Mine' }],
    ['DELETE', at],
    ['POST', `${at}/rotate-token`, {}],
    ['POST', `${at}/rotate-secret`, {}],
    ['POST', `${at}/versions/1/restore`],
    ['POST', `${at}/test`, {}],
    ['GET', `/inbound-requests/${sent.body.id}`],
    ['POST', `/inbound-requests/${sent.body.id}/replay`, {}],
  ];
  for (const call of calls) expect([call[0], call[1], (await narrow(...call)).status]).toEqual([call[0], call[1], 404]);
  expect((await narrow('GET', '/inbound-endpoints')).body.data).toEqual([]);
  expect((await narrow('GET', '/inbound-requests')).body.data).toEqual([]);
  expect((await narrow('POST', '/inbound-requests/replay', {})).body).toMatchObject({
    matched_count: 0,
    queued_count: 0,
  });
  expect(await publications()).toHaveLength(1);

  const seen = (await narrow('GET', '/events?type=automation.endpoint.*,automation.inbound_request.*')).body.data;
  expect(seen).toEqual([]);

  const mine = (await narrow('POST', '/inbound-endpoints', { name: 'Mine', mapping: SAY })).body;
  expect((await narrow('GET', '/inbound-endpoints')).body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
});

test('a URL with characters that a database cannot store is not found', async () => {
  const { send } = await scene();
  for (const path of ['iep_%00', 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c%00', '%00/%00', 'iep_%F0%9F%98%80']) {
    const { status, body } = await send(path, { body: { message: 'Hello' } });
    expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
  }
});

test('a form with too many fields or too much text is refused early', async () => {
  const { endpoint, send, pathOf } = await scene();
  const path = pathOf(await endpoint());
  const post = (fields: string) => send(path, { body: `${fields}--b--\r\n`, headers: FORM });
  const say = field('message', 'Hello');
  expect((await post(say + field('a', '').repeat(999))).status).toBe(202);
  for (const fields of [say + field('a', '').repeat(1000), say + field('a', 'x'.repeat(1024 * 1024))]) {
    const { status, body } = await post(fields);
    expect([status, body.errors?.[0].code]).toEqual([413, 'payload_too_large']);
  }
});

test('replays of one workspace do not wait for the slow ones of another', async () => {
  const [slow, quick] = [await scene(), await scene()];
  const sent: string[] = [];
  // A condition in it makes it work for a Worker.
  const mapping = { content: { text: '{% if body.message %}{{ body.message }}{% endif %}' } };
  for (const place of [slow, quick]) {
    const hook = await place.endpoint({ mapping });
    sent.push((await place.send(place.pathOf(hook), { body: { message: 'Hello' } })).body.id);
  }
  const { templates } = server.services.automation;
  const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const render = templates.render.bind(templates);
  templates.render = async (workspaceId, ...rest) => {
    if (workspaceId === slow.workspaceId) {
      began.resolve();
      await held.promise;
    }
    return render(workspaceId, ...rest);
  };
  try {
    const stuck = await slow.expectStatus(202, 'POST', `/inbound-requests/${sent[0]}/replay`, {});
    await began.promise;
    const { id } = await quick.expectStatus(202, 'POST', `/inbound-requests/${sent[1]}/replay`, {});
    expect((await quick.settled(id)).status).toBe('accepted');
    held.resolve();
    expect((await slow.settled(stuck.id)).status).toBe('accepted');
  } finally {
    held.resolve();
    templates.render = render;
  }
});

test('schedule entries of the same instants are not each compared with all others', () => {
  const same = [
    '* * * * *',
    '*/1 * * * *',
    '0-59 * * * *',
    '* 0-23 * * *',
    '* * 1-31 * *',
    '* * * 1-12 *',
    '* * * * 0-6',
  ];
  for (const line of same) expect(checkCron(line, 'UTC')).toBeNull();
  const from = new Date('2026-01-01T00:00:00Z');
  const count = (slots: string[]) => [...slotsFrom({ mode: 'next_slot', slots, timezone: 'UTC' }, from)].length;
  expect(count(['* * * * *'])).toBe(500);
  expect(count(Array.from({ length: 24 }, () => '* * * * *'))).toBe(500);
  expect(count(same)).toBeLessThan(250);
  expect(count(Array.from({ length: 24 }, (_, hour) => `0 ${hour} * * *`))).toBe(500);
});

test('no table and no log line contains a token, a secret, a password or a signature', async () => {
  const { call, endpoint, send, targets } = await scene();
  const lines: string[] = [];
  const { log } = server.services;
  const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
    spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(JSON.stringify(line))),
  );
  const given = 'a-Password-that-nobody-Else-has-01';
  const wrong = 'a-Password-that-is-Wrong-02';
  const signature = createHmac('sha256', given).update('{"message":"Hello"}').digest('hex');
  const secrets = [given, wrong, signature, btoa(`me:${given}`), btoa(`me:${wrong}`)];
  const make = async (auth: object, secret?: string) => {
    const body = { name: 'Secret', mapping: SAY, targets, auth, ...(secret === undefined ? {} : { secret }) };
    const answer = await call('POST', '/inbound-endpoints', body, { 'Idempotency-Key': crypto.randomUUID() });
    expect(answer.status).toBe(201);
    return answer.body;
  };

  const basic = await make({ mode: 'basic', username: 'me' }, given);
  const header = await make({ mode: 'header', header: 'x-shared' }, given);
  const signed = await make({ mode: 'signature', scheme: 'github' }, given);
  const own = await make({ mode: 'signature', scheme: 'standard_webhooks' });
  const byToken = await endpoint();
  for (const hook of [basic, header, signed, own]) {
    const rotated = (await call('POST', `/inbound-endpoints/${hook.id}/rotate-secret`, {})).body.secret;
    secrets.push(rotated);
  }
  const token = (await call('POST', `/inbound-endpoints/${byToken.id}/rotate-token`, {})).body.token;
  secrets.push(own.secret, String(byToken.token), token);

  const body = '{"message":"Hello"}';
  const json = { 'content-type': 'application/json' };
  for (const password of [given, wrong]) {
    await send(basic.id, { body, headers: { ...json, authorization: `Basic ${btoa(`me:${password}`)}` } });
    await send(header.id, { body, headers: { ...json, 'x-shared': password } });
  }
  await send(signed.id, { body, headers: { ...json, 'x-hub-signature-256': `sha256=${signature}` } });
  for (const path of [token, `${token}/`, `${token}/more`, `/${token}`, `x${token}`]) {
    await send(`${byToken.id}/${path}`, { body, headers: json });
  }
  await server.services.automation.inbound.flush();
  await server.services.recorder.flush();
  for (const spy of spies) spy.mockRestore();

  const tables = await textOfTables(databaseUrl);
  const logs = lines.map((line) => mask(line)).join('\n');
  expect(tables).toContain(byToken.id);
  for (const [index, secret] of secrets.entries()) {
    expect([index, tables.includes(secret), logs.includes(secret)]).toEqual([index, false, false]);
  }
});
