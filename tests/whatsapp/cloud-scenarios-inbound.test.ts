import { expect, test } from 'bun:test';

import { until } from '../support/process';
import { cloudPlace, CUSTOMER, textOf } from './cloud-place';
import { PNG } from './message-scenes';

/** What comes from Meta, end to end: the numbers are those of the scenarios that are agreed on. */
const place = cloudPlace();
const imageOf = (more: object = {}) => ({
  type: 'image',
  image: { mime_type: 'image/png', base64: PNG.toString('base64'), ...more },
});

test('1: the challenge is answered to the right token, and to no other', async () => {
  const { number, instance } = await place.scene();
  const right = await place.graph().verify(number);
  expect([right.status, right.body]).toEqual([200, right.challenge]);
  expect((await place.graph().verify({ ...number, verify_token: 'wrong' })).status).toBe(403);
  expect((await instance()).cloud.webhook_verified_at).toBeString();
});

test('2: a bad, missing or stale signature is refused, and nothing is stored', async () => {
  const { number, raw, messages, settle } = await place.scene();
  for (const sign of ['bad', 'missing', 'stale_secret'] as const) {
    const { deliveries } = await place.graph().inbound({ ...number, messages: [textOf('Hi')], sign });
    expect(deliveries[0]?.status).toBe(401);
  }
  await settle();
  expect([await raw(), await messages()]).toEqual([[], []]);
});

test('3: the same notification three times is one message', async () => {
  const { number, raw, messages, settle, events } = await place.scene();
  const { deliveries } = await place.graph().inbound({ ...number, messages: [textOf('Hi')], repeat: 3 });
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200]);
  await settle();
  expect([(await raw()).length, (await messages()).length]).toEqual([1, 1]);
  expect(await events('whatsapp.message.received')).toHaveLength(1);
});

test('3: the same message in another notification is one message', async () => {
  const { number, raw, messages, settle } = await place.scene();
  const graph = place.graph();
  const { ids } = await graph.inbound({ ...number, messages: [textOf('Hi')] });
  await graph.inbound({ ...number, messages: [{ ...textOf('Hi'), id: ids[0] }], name: 'Another name' });
  await settle();
  expect([(await raw()).length, (await messages()).length]).toEqual([2, 1]);
});

test('5: two entries of two changes of three messages are twelve rows, in their order', async () => {
  const { number, raw, messages, settle, events } = await place.scene();
  const texts = Array.from({ length: 12 }, (_, index) => `Message ${index}`);
  const batch = { entries: 2, changes: 2, items: 3 };
  const { deliveries } = await place.graph().inbound({ ...number, messages: texts.map(textOf), batch });
  expect(deliveries).toHaveLength(1);
  await settle();
  expect(await raw()).toHaveLength(1);
  const textsOf = (rows: { content: { text: string } }[]) => rows.map(({ content }) => content.text);
  expect(textsOf(await messages())).toEqual(texts.toReversed());
  const told = await events('whatsapp.message.received');
  expect(textsOf(told.map(({ data }: { data: never }) => data))).toEqual(texts);
});

test('6: the signature is that of the bytes, raw or escaped', async () => {
  const { number, messages, settle } = await place.scene();
  for (const encoding of ['utf8', 'escaped'] as const) {
    const { deliveries } = await place
      .graph()
      .inbound({ ...number, messages: [textOf(`Grüße 👋🏽 ${encoding}`)], encoding });
    expect(deliveries[0]?.status).toBe(200);
  }
  await settle();
  const texts = (await messages()).map(({ content }: { content: { text: string } }) => content.text);
  expect(texts).toEqual(['Grüße 👋🏽 escaped', 'Grüße 👋🏽 utf8']);
});

test('7: an unknown type is `unsupported`, an unknown field is kept', async () => {
  const { number, raw, messages, settle } = await place.scene();
  const graph = place.graph();
  const hologram = { type: 'hologram', hologram: { id: '1' } };
  const answers = [
    await graph.inbound({ ...number, messages: [hologram] }),
    await graph.notify({ ...number, field: 'teleports', value: { teleports: [{ id: '1' }] } }),
  ];
  expect(answers.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual([200, 200]);
  await settle();
  expect((await raw()).map(({ parsedAt, problems }) => [parsedAt !== null, problems])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(await messages()).toMatchObject([{ type: 'unsupported', content: { provider_type: 'hologram' } }]);
});

test('8: a person without a number is a contact by BSUID, and gets replies by it', async () => {
  const scene = await place.scene();
  const user_id = 'US.13491208655302741918';
  const from = { user_id, username: 'sheena.n', hide_phone: true };
  await place.graph().inbound({ ...scene.number, ...from, messages: [textOf('Who am I?')] });
  await scene.settle();
  const [message] = await scene.messages();
  expect(message.from).toMatchObject({ phone: null, bsuid: user_id, username: 'sheena.n', name: 'Sheena' });

  const content = { type: 'text', text: 'You are you.' };
  const body = { to: message.from.contact_id, content, reply_to: message.id };
  await scene.ask(202, 'POST', `${scene.path}/messages`, body);
  await scene.settle();
  const [sent] = await scene.sends();
  expect(sent).toMatchObject({
    recipient: user_id,
    recipient_type: 'individual',
    context: { message_id: message.provider_message_id },
  });
  expect(sent).not.toHaveProperty('to');
});

test('14: an expired media URL is resolved again; bytes that do not match their hash are refused', async () => {
  const { number, messages, settle, events, token } = await place.scene();
  const graph = place.graph();
  await graph.fault({ match: { path: '^/__media/', token }, action: { http: 404 } });
  await graph.inbound({ ...number, messages: [imageOf({ caption: 'Ours' })] });
  await settle();
  const [good] = await messages();
  expect(good.media).toMatchObject({ status: 'ready', mime_type: 'image/png', size: PNG.length });
  const { requests } = await graph.log();
  const asked = requests
    .filter(({ headers }) => headers['authorization'] === `Bearer ${token}`)
    .map(({ path }) => path);
  expect(asked.filter((path) => path.startsWith('/__media/'))).toHaveLength(2);

  await graph.inbound({ ...number, messages: [imageOf({ sha256: 'a'.repeat(64) })] });
  await settle();
  const [bad] = await messages();
  expect(bad.media).toMatchObject({ status: 'failed', error: { code: 'media_download_failed' } });
  expect(await events('whatsapp.media.failed')).toMatchObject([{ data: { id: bad.media.id, message_id: bad.id } }]);
});

test('15: changes of a template arrive as notifications', async () => {
  const { number, path, ask, settle, events, waba } = await place.scene();
  const graph = place.graph();
  expect((await ask(200, 'POST', `${path}/templates/sync`)).synced).toBe(1);
  for (const event of ['PAUSED', 'APPROVED', 'DISABLED']) {
    await graph.template({ ...number, id: `1${waba}`, event });
    await until(async () => {
      await settle();
      const { data } = await ask(200, 'GET', `${path}/templates`);
      return data[0].status === event.toLowerCase();
    });
  }
  const value = {
    message_template_id: `1${waba}`,
    message_template_name: 'hello_world',
    message_template_language: 'en_US',
  };
  await graph.notify({
    ...number,
    field: 'message_template_quality_update',
    value: { ...value, new_quality_score: 'RED' },
  });
  await settle();
  const { data } = await ask(200, 'GET', `${path}/templates`);
  expect(data).toMatchObject([{ name: 'hello_world', status: 'disabled', quality: 'red' }]);
  const statuses = (await events('whatsapp.template.status_changed')).map(
    ({ data: one }: { data: { status: string } }) => one.status,
  );
  expect(statuses.slice(-3)).toEqual(['paused', 'approved', 'disabled']);
});

test('16: a created group gets its id through the id of the request', async () => {
  const { path, ask, settle, events } = await place.scene();
  const group = await ask(202, 'POST', `${path}/groups`, { subject: 'Crew' });
  expect(group).toMatchObject({ status: 'pending', provider_group_id: null });
  await until(async () => {
    await settle();
    return (await ask(200, 'GET', `${path}/groups/${group.id}`)).status === 'active';
  });
  expect((await ask(200, 'GET', `${path}/groups/${group.id}`)).provider_group_id).toBeString();
  expect((await events('whatsapp.group.created')).map(({ data }: { data: { id: string } }) => data.id)).toContain(
    group.id,
  );
});

test('19: one item that makes no sense does not stop the others', async () => {
  const { number, raw, messages, settle } = await place.scene();
  const value = {
    contacts: [{ wa_id: CUSTOMER, profile: { name: 'Sheena' } }],
    messages: [
      { from: CUSTOMER, id: 'wamid.first', ...textOf('First') },
      { from: CUSTOMER, type: 'text' },
      'no message',
      { from: CUSTOMER, id: 'wamid.last', ...textOf('Last') },
    ],
  };
  const { deliveries } = await place.graph().notify({ ...number, field: 'messages', value });
  expect(deliveries[0]?.status).toBe(200);
  await settle();
  expect((await messages()).map(({ content }: { content: { text: string } }) => content.text)).toEqual([
    'Last',
    'First',
  ]);
  const [row] = await raw();
  expect(row?.problems).toHaveLength(2);
  expect(row?.parsedAt).toBeInstanceOf(Date);
});
