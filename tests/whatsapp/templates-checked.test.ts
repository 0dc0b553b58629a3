import { afterAll, beforeEach, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { NUMBER, TOKEN, WABA } from './cloud';
import { startMetaGraphProcess } from './meta-graph';
import { whatsAppScenes } from './support';

const graph = await startMetaGraphProcess();
const server = await startServer(
  { whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true },
  { unlimited: true },
);
afterAll(async () => {
  await server.stop();
  await graph[Symbol.asyncDispose]();
});
beforeEach(() => graph.reset());
const scene = whatsAppScenes(server);

const TO = '+15550100077';
const BODY = { type: 'BODY', text: 'Order {{1}} arrives on {{2}}.' };
const TEMPLATES = [
  { name: 'plain', components: [BODY] },
  { name: 'named', components: [{ type: 'BODY', text: 'Hello {{first_name}}, order {{order}}.' }] },
  {
    name: 'pictured',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Look.' },
    ],
  },
  {
    name: 'linked',
    components: [
      { type: 'BODY', text: 'See it.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' }] },
    ],
  },
  { name: 'waiting', components: [BODY], status: 'PENDING' },
].map((one, index) => ({ id: `90${index}`, language: 'en_US', category: 'UTILITY', ...one }));

async function onCloud() {
  await graph.seed({
    waba_id: WABA,
    phone_number_id: NUMBER,
    access_token: TOKEN,
    templates: TEMPLATES,
  });
  const own = await scene();
  const cloud = { phone_number_id: NUMBER, waba_id: WABA, access_token: TOKEN, app_secret: 's3cret-s3cret' };
  const { id, at } = await own.instance({ driver: 'cloud', cloud: { ...cloud, base_url: graph.url } });
  const content = (name: string, more: object = {}) => ({ type: 'template', name, language: 'en_US', ...more });
  return {
    ...own,
    id,
    at,
    content,
    sync: () => own.expectStatus(200, 'POST', `${at}/templates/sync`),
    send: (name: string, more: object = {}) =>
      own.call('POST', `${at}/messages`, { to: TO, content: content(name, more) }),
  };
}

test('with a fresh sync each fault of a template is refused before it is queued, and named', async () => {
  const { sync, send, expectStatus, at } = await onCloud();
  await sync();
  const body = (...values: string[]) => ({ variables: { body: values } });
  const parameters = (type: string, ...values: object[]) => ({ components: [{ type, parameters: values }] });
  const text = (value: string) => ({ type: 'text', text: value });
  const image = { type: 'image', media: { url: 'https://example.com/a.png' } };
  const FAULTS: [name: string, more: object, pointer: string, code: string][] = [
    ['unknown', {}, '/name', 'template_not_found'],
    ['plain', { language: 'de', ...body('1', '2') }, '/language', 'template_not_found'],
    ['waiting', body('1', '2'), '/name', 'template_invalid'],
    ['plain', {}, '/variables/body/0', 'template_parameter_count'],
    ['plain', body('1'), '/variables/body/1', 'template_parameter_count'],
    ['plain', body('1', '2', '3'), '/variables/body/2', 'template_parameter_count'],
    ['plain', body('1', ' '), '/variables/body/1', 'template_parameter_format'],
    ['plain', { variables: { body: { order: '1' } } }, '/variables/body', 'template_parameter_format'],
    ['plain', { variables: { header: [image], body: ['1', '2'] } }, '/variables/header/0', 'template_parameter_count'],
    ['plain', parameters('body', text('1')), '/components/0/parameters', 'template_parameter_count'],
    [
      'plain',
      parameters('body', text('1'), text('2'), text('3')),
      '/components/0/parameters/2',
      'template_parameter_count',
    ],
    ['plain', parameters('body', text('1'), text(' ')), '/components/0/parameters/1/text', 'template_parameter_format'],
    ['named', body('1', '2'), '/variables/body', 'template_parameter_format'],
    ['named', { variables: { body: { order: '1' } } }, '/variables/body/first_name', 'template_parameter_count'],
    [
      'named',
      { variables: { body: { first_name: 'M', order: '1', other: '2' } } },
      '/variables/body/other',
      'template_parameter_count',
    ],
    ['pictured', {}, '/variables/header', 'template_parameter_count'],
    ['pictured', { variables: { header: ['A text'] } }, '/variables/header/0', 'template_parameter_format'],
    [
      'pictured',
      { variables: { header: [{ ...image, type: 'video' }] } },
      '/variables/header/0',
      'template_parameter_format',
    ],
    ['pictured', parameters('header', text('x')), '/components/0/parameters/0/type', 'template_parameter_format'],
    ['linked', {}, '/variables/buttons/0', 'template_parameter_count'],
    ['linked', { variables: { buttons: ['a', 'b'] } }, '/variables/buttons/1', 'template_parameter_count'],
    ['linked', { components: [] }, '/components', 'template_parameter_count'],
  ];
  for (const [name, more, pointer, code] of FAULTS) {
    const { status, body: problem } = await send(name, more);
    expect([status, problem.errors?.[0]], JSON.stringify([name, more])).toEqual([
      422,
      { in: 'body', pointer: `/content${pointer}`, code, message: problem.detail },
    ]);
  }
  expect((await expectStatus(200, 'GET', `${at}/messages`)).data).toEqual([]);

  expect((await send('plain', body('1', '2'))).status).toBe(202);
  expect((await send('plain', parameters('body', text('1'), text('2')))).status).toBe(202);
  expect((await send('named', { variables: { body: { first_name: 'M', order: '1' } } })).status).toBe(202);
  expect((await send('linked', { variables: { buttons: ['a'] } })).status).toBe(202);
});

test('without a sync in the last day Meta is the one to decide', async () => {
  const { id, at, sync, send, call } = await onCloud();
  expect((await send('unknown')).status).toBe(202);
  await sync();
  expect((await send('unknown')).status).toBe(422);
  const old = new Date(server.services.now().getTime() - 25 * 3_600_000);
  await queries(server.services.store)
    .update(waInstances)
    .set({ templatesSyncedAt: old })
    .where(eq(waInstances.id, id));
  expect((await send('unknown')).status).toBe(202);

  await sync();
  expect((await call('PATCH', at, { cloud: { waba_id: null } })).status).toBe(200);
  expect((await send('unknown')).status).toBe(202);
});

test('a batch is refused for its template, and a recipient for its own values', async () => {
  const { at, sync, call, content, expectStatus } = await onCloud();
  await sync();
  const recipients = [
    { to: TO, variables: { day: ' ' } },
    { to: '+15550100078', variables: { day: 'Monday' } },
  ];
  const batch = (one: object) => call('POST', `${at}/batches`, { content: one, recipients });
  const refused = await batch(content('plain', { variables: { body: ['{{day}}'] } }));
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/content/variables/body/1']);

  const { body: made } = await batch(content('plain', { variables: { body: ['1', '{{day}}'] } }));
  const failed = async () => (await expectStatus(200, 'GET', `${at}/messages?status=failed`)).data;
  await until(async () => (await failed()).length === 1, { everyMs: 5 });
  expect(made.id).toStartWith('bat_');
  expect((await failed())[0].error).toMatchObject({ code: 'template_parameter_format' });
});

test('a publication through the channel and its preview name the field of the override', async () => {
  const { id, sync, call, content, expectStatus } = await onCloud();
  await sync();
  const input = {
    overrides: { whatsapp: { content: content('plain', { variables: { body: ['1'] } }) } },
    targets: [{ channel: 'whatsapp', instance_id: id, to: [TO] }],
  };
  const pointer = '/overrides/whatsapp/content/variables/body/1';
  const { issues } = await expectStatus(200, 'POST', '/publications/preview', input);
  expect(issues).toMatchObject([{ pointer, code: 'template_parameter_count' }]);
  const refused = await call('POST', '/publications', input);
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer]);
});
